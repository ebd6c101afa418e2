// Put at the end of a copy of a report: tells the page around it what is wrong with it as it is seen.
"use strict";
addEventListener("load", () => setTimeout(() => {
  const faults = [...window.faults], width = document.documentElement.clientWidth;
  const expected = EXPECTED_WIDTH;
  if (width !== expected) faults.push(`window is ${width} wide, not ${expected}`);
  const whole = document.documentElement.scrollWidth;
  if (whole > width) faults.push(`page is ${whole} wide in a window of ${width}`);
  const screens = document.documentElement.scrollHeight / 800;
  if (screens > 12) faults.push(`${screens.toFixed(1)} screens before anything is unfolded`);
  const folded = [...document.querySelectorAll(".plot")].filter(place => place.closest("details:not([open])"));
  if (folded.some(place => place.firstChild)) faults.push("drawn while folded");
  for (const part of document.querySelectorAll("details.part")) part.open = true;
  setTimeout(() => look(faults, width, screens), 1000);
}, 500));

function look(faults, width, screens) {
  for (const element of document.body.querySelectorAll("*")) {
    // What scrolls in a frame of its own may be wider than it.
    if (element.closest("script") || element.parentElement.closest(".frame, pre, .uplot")) continue;
    const { left, right } = element.getBoundingClientRect();
    if (left < 0 || right > width + 1) faults.push(`${element.tagName}.${element.className} reaches from ${left} to ${right}`);
  }
  for (const figure of document.querySelectorAll("figure")) {
    const drawn = figure.querySelector(".plot"), fault = what => faults.push(`${figure.id}: ${what}`);
    if (figure.querySelector("figcaption").textContent.length < 40) fault("no caption");
    if (!figure.querySelector("svg text")) fault("no picture");
    const whole = figure.querySelector("svg").viewBox.baseVal;
    if (!whole || !(whole.width > 0)) fault("a picture that is cut off where it does not fit");
    if (!drawn) continue;
    const canvas = drawn.querySelector("canvas");
    if (!canvas) { fault("not drawn"); continue; }
    const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    const colors = new Set();
    for (let at = 0; at < pixels.length; at += 4) if (pixels[at + 3] === 255) colors.add(pixels.slice(at, at + 3).join());
    if (colors.size < 3) fault("nothing to be seen in the plot");
    const buttons = [...drawn.querySelectorAll(".legend button")];
    if (!buttons.length) fault("no legend");
    if (buttons.some(button => button.clientHeight < 24)) fault("a button too small for a finger");
    if (drawn.querySelectorAll(".u-axis").length < 2) fault("no axes");
    drawn.focus();
    const [readout] = drawn.getElementsByClassName("readout");
    for (const key of ["ArrowRight", "ArrowDown"]) {
      const said = readout.textContent;
      drawn.dispatchEvent(new KeyboardEvent("keydown", { key }));
      if (readout.textContent === said && buttons.length > 1) fault(`${key} goes nowhere`);
    }
    drawn.blur();
    // Off and on again.
    buttons.forEach(button => { button.click(); button.click(); });
    if (buttons.some(button => button.getAttribute("aria-pressed") !== "true")) fault("a curve that stays hidden");
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const figures = document.querySelectorAll("figure").length;
  const found = `probe: ${dark}, ${width} wide, ${figures} figures, ${screens.toFixed(1)} screens; ${faults.length} faults ${faults.slice(0, 20).join("; ")}`;
  parent.postMessage(found.replace(/[<>&]/g, " "), "*");
}
