// Draws the figures of a report with uPlot. Without it, their pictures stay in sight.
"use strict";
(() => {
  const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const grouped = digits => digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
  const number = value =>
    value < 10 && Math.abs(value % 1) > 0.05 ? value.toFixed(1) : grouped(value.toFixed(0));

  // Of two, where the digits would not fit.
  const power = exponent => "2" + String(exponent).replace(/\d/g, digit => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);

  // How a scale places a value on an evenly divided axis, and back, and where its ticks are.
  const even = (min, max, most) => {
    const raw = (max - min) / most, power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map(factor => factor * power).find(step => step >= raw);
    const ticks = [];
    for (let at = Math.ceil(min / step) * step; at <= max + step / 1e6; at += step) ticks.push(at);
    return ticks;
  };
  const scales = {
    linear: { place: value => value, value: place => place, room: 0, ticks: even },
    binary: {
      place: Math.log2, value: place => 2 ** place, room: 0.25,
      ticks: (min, max, most) => {
        const step = Math.max(1, Math.ceil((max - min) / most)), ticks = [];
        for (let at = Math.ceil(min / step) * step; at <= max; at += step) ticks.push(at);
        return ticks;
      },
    },
    decimal: {
      place: Math.log10, value: place => 10 ** place, room: 0.1,
      ticks: (min, max, most) => {
        const factors = max - min < most / 3 ? [1, 2, 5] : [1], ticks = [];
        for (let power = Math.floor(min); power <= Math.ceil(max); power++)
          for (const factor of factors) ticks.push(power + Math.log10(factor));
        return ticks.filter(at => at >= min && at <= max);
      },
    },
  };

  // A curve looks as in its picture: colour, mark and dashes follow from its place among the algorithms.
  const MARKS = ["circle", "diamond", "triangle", "square", "down", "pentagon", "star"], DASHES = [[], [7, 3], [2, 3]];
  const stroke = curve => color(`--series-${curve.color % 8}`);
  const filled = curve => curve.style === "measured";

  const around = radii => radii.map((radius, place) => {
    const angle = 2 * Math.PI * place / radii.length;
    return [radius * Math.sin(angle), -radius * Math.cos(angle)];
  });
  const CORNERS = {
    diamond: [[0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]],
    triangle: [[0, -1.15], [1.1, 0.85], [-1.1, 0.85]],
    square: [[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]],
    down: [[0, 1.15], [1.1, -0.85], [-1.1, -0.85]],
    pentagon: around([1.15, 1.15, 1.15, 1.15, 1.15]),
    star: around([1.35, 0.6, 1.35, 0.6, 1.35, 0.6, 1.35, 0.6, 1.35, 0.6]),
  };

  function outline(ctx, mark, x, y, r) {
    const corners = CORNERS[mark];
    ctx.beginPath();
    if (!corners) ctx.arc(x, y, r, 0, 2 * Math.PI);
    else corners.forEach(([a, b], i) => ctx[i ? "lineTo" : "moveTo"](x + a * r, y + b * r));
    ctx.closePath();
  }

  // The mark of a curve, where it is wanted.
  function mark(ctx, curve, x, y, r) {
    outline(ctx, MARKS[curve.color % MARKS.length], x, y, r);
    ctx.lineWidth = r / 3;
    ctx.strokeStyle = ctx.fillStyle = stroke(curve);
    ctx.setLineDash([]);
    if (filled(curve)) ctx.fill();
    else ctx.stroke();
  }

  // Between the nearest two places of points.
  function gap(values, axis) {
    const places = [...new Set(values.map(scales[axis.scale].place))].sort((a, b) => a - b);
    const gaps = places.slice(1).map((place, before) => place - places[before]);
    return gaps.length ? Math.min(...gaps) : 1;
  }

  function span(values, axis, squares) {
    const places = values.map(scales[axis.scale].place);
    const [min, max] = [Math.min(...places), Math.max(...places)];
    if (axis.scale === "linear") return [0, max * 1.05 || 1];
    const room = squares ? 0.6 * gap(values, axis) : scales[axis.scale].room;
    return [min - room, max + room];
  }

  // Series on one list of places, as uPlot takes them: of each curve low, high, line and points.
  function series(figure) {
    const x = scales[figure.x.scale].place, y = scales[figure.y.scale].place;
    const places = new Set();
    for (const curve of figure.curves) {
      curve.points.forEach(([at]) => places.add(x(at)));
      [...(curve.fit || []), ...curve.exact].forEach(([at]) => places.add(x(at)));
    }
    const xs = [...places].sort((a, b) => a - b);
    const column = pairs => {
      const found = new Map(pairs.map(([at, value]) => [x(at), y(value)]));
      return xs.map(at => (found.has(at) ? found.get(at) : null));
    };
    const data = [xs], parts = [{}], bands = [];
    figure.curves.forEach((curve, place) => {
      const add = (values, options) => {
        data.push(values);
        parts.push({ spanGaps: true, curve: place, points: { show: false }, ...options });
      };
      if (figure.squares) return;
      if (curve.fit && curve.band) {
        bands.push({ series: [data.length + 1, data.length], fill: () => stroke(curve) + "26" });
        add(column(curve.fit.map(([at, , low]) => [at, low])), { stroke: "transparent" });
        add(column(curve.fit.map(([at, , , high]) => [at, high])), { stroke: "transparent" });
      }
      // Its fit, else its formula, else from point to point.
      const line = curve.fit || (curve.exact.length ? curve.exact : curve.points);
      const dash = DASHES[curve.color % DASHES.length];
      add(column(line.map(([at, value]) => [at, value])), { stroke: () => stroke(curve), dash, width: 1.5 });
    });
    if (figure.squares) {
      data.push(xs.map(() => null));
      parts.push({ points: { show: false } });
    }
    return { data, parts, bands };
  }

  // The marks of all points, unless there are so many that they would hide their line.
  function marks(figure, hidden) {
    return plot => {
      const { ctx, bbox } = plot, scale = axis => scales[figure[axis].scale].place;
      ctx.save();
      ctx.beginPath();
      ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
      ctx.clip();
      figure.curves.forEach((curve, place) => {
        if (hidden.has(place) || curve.points.length > 40) return;
        for (const [a, b] of curve.points) {
          mark(ctx, curve, plot.valToPos(scale("x")(a), "x", true), plot.valToPos(scale("y")(b), "y", true), 4 * devicePixelRatio);
        }
      });
      ctx.restore();
    };
  }

  // A ring around the point that the keyboard is at.
  function ring(figure) {
    return plot => {
      if (!plot.at) return;
      const [x, y] = plot.at, { ctx } = plot, place = axis => scales[figure[axis].scale].place;
      ctx.save();
      ctx.beginPath();
      ctx.rect(plot.bbox.left, plot.bbox.top, plot.bbox.width, plot.bbox.height);
      ctx.clip();
      outline(ctx, "circle", plot.valToPos(place("x")(x), "x", true), plot.valToPos(place("y")(y), "y", true), 8 * devicePixelRatio);
      ctx.strokeStyle = color("--ink");
      ctx.lineWidth = 2 * devicePixelRatio;
      ctx.stroke();
      ctx.restore();
    };
  }

  function squares(figure, hidden) {
    return plot => {
      const { ctx, bbox } = plot, scale = axis => scales[figure[axis].scale].place;
      const all = index => figure.curves.flatMap(curve => curve.points.map(point => point[index]));
      const unit = axis => Math.abs(plot.valToPos(1, axis, true) - plot.valToPos(0, axis, true));
      const [wide, high] = [0.92 * unit("x") * gap(all(0), figure.x), 0.92 * unit("y") * gap(all(1), figure.y)];
      ctx.save();
      ctx.beginPath();
      ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
      ctx.clip();
      figure.curves.forEach((curve, place) => {
        if (hidden.has(place)) return;
        ctx.globalAlpha = filled(curve) ? 1 : 0.4;
        ctx.fillStyle = stroke(curve);
        for (const [a, b] of curve.points) {
          const left = plot.valToPos(scale("x")(a), "x", true), top = plot.valToPos(scale("y")(b), "y", true);
          ctx.fillRect(left - wide / 2, top - high / 2, wide, high);
        }
      });
      ctx.restore();
    };
  }

  // A point in words.
  function words(figure, curve, [a, b]) {
    const name = axis => axis.label.replace(/ \(.*/, "");
    const at = figure.x.scale === "binary" && a > 2 ** 17 ? power(Math.round(10 * Math.log2(a)) / 10) : number(a);
    const by = curve.exact.some(([x, y]) => x === a && y === b) ? ", by its formula" : "";
    return `${curve.label.split(": slope")[0]}: ${name(figure.x)} = ${at}, ${name(figure.y)} = ${number(b)}${by}`;
  }

  // Shows the point nearest to the pointer.
  function nearest(figure, hidden, readout) {
    const [x, y] = [scales[figure.x.scale].place, scales[figure.y.scale].place];
    return plot => {
      const { left, top } = plot.cursor;
      let best = { distance: 40 ** 2, text: "" };
      if (left >= 0) figure.curves.forEach((curve, place) => {
        if (hidden.has(place)) return;
        for (const point of [...curve.points, ...curve.exact]) {
          const across = plot.valToPos(x(point[0]), "x") - left, down = plot.valToPos(y(point[1]), "y") - top;
          const distance = across ** 2 + down ** 2;
          if (distance < best.distance) best = { distance, text: words(figure, curve, point) };
        }
      });
      if (left >= 0) readout.textContent = best.text;
    };
  }

  // Left and right go along a curve, runs and formula alike, up and down to the nearest point of the next one.
  function keys(figure, hidden, readout, plot, place) {
    const ways = figure.curves.map(curve => [...curve.points, ...curve.exact].sort((one, next) => one[0] - next[0]));
    let curve = -1, point = 0;
    place.addEventListener("keydown", event => {
      const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
      const shown = ways.map((_, index) => index).filter(index => !hidden.has(index) && ways[index].length);
      if (event.target !== place || !step || !shown.length) return;
      event.preventDefault();
      if (!shown.includes(curve)) {
        [curve, point] = [shown[0], 0];
      } else if (step[1]) {
        point = Math.max(0, Math.min(ways[curve].length - 1, point + step[1]));
      } else {
        const x = ways[curve][point][0];
        curve = shown[(shown.indexOf(curve) + step[0] + shown.length) % shown.length];
        const away = at => Math.abs(at[0] - x);
        point = ways[curve].reduce((best, at, index) => (away(at) < away(ways[curve][best]) ? index : best), 0);
      }
      plot.at = ways[curve][point];
      readout.textContent = words(figure, figure.curves[curve], plot.at);
      plot.redraw(false);
    });
    place.addEventListener("blur", () => { plot.at = null; plot.redraw(false); });
  }

  function axis(figure, which, size) {
    const of = figure[which], scale = scales[of.scale];
    // The ticks of a map are on its cells.
    const index = which === "x" ? 0 : 1;
    const cells = figure.squares && [...new Set(figure.curves.flatMap(curve => curve.points.map(point => scale.place(point[index]))))];
    const ticks = (min, max, most) => {
      if (!cells) return scale.ticks(min, max, most);
      const seen = cells.filter(at => at >= min && at <= max).sort((a, b) => a - b), every = Math.ceil(seen.length / most);
      return seen.filter((_, place) => place % every === 0);
    };
    return {
      label: of.label, size, labelSize: 22, labelFont: "13px system-ui, sans-serif", font: "12px system-ui, sans-serif",
      stroke: () => color("--ink"), grid: { stroke: () => color("--faint"), width: 1 },
      ticks: { stroke: () => color("--ink"), width: 1, size: 5 },
      splits: (plot, _, min, max) => {
        const pixels = which === "x" ? plot.bbox.width / devicePixelRatio / 56 : plot.bbox.height / devicePixelRatio / 30;
        return ticks(min, max, Math.max(2, Math.floor(pixels)));
      },
      values: (plot, ticks) => {
        const most = plot.scales[which === "x" ? "x" : "y"].max;
        return ticks.map(at => (of.scale === "binary" && most > 17 ? power(at) : number(scale.value(at))));
      },
    };
  }

  // What a curve looks like, for the legend. Its colour is that of the style sheet, whichever scheme it is in.
  function sample(figure, curve) {
    const spaced = name => document.createElementNS("http://www.w3.org/2000/svg", name);
    const svg = spaced("svg"), corners = figure.squares ? CORNERS.square : CORNERS[MARKS[curve.color % MARKS.length]];
    const shape = spaced(corners ? "polygon" : "circle"), own = `var(--series-${curve.color % 8})`;
    svg.setAttribute("viewBox", "-1.5 -1.5 3 3");
    svg.setAttribute("aria-hidden", "true");
    if (corners) shape.setAttribute("points", corners.join(" "));
    else shape.setAttribute("r", "1");
    const hollow = curve.style === "bound";
    Object.assign(shape.style, { fill: hollow ? "none" : own, stroke: own, strokeWidth: "0.3" });
    if (curve.style === "predicted") shape.style.opacity = 0.4;
    svg.append(shape);
    return svg;
  }

  function legend(figure, hidden, plot) {
    const list = document.createElement("ul");
    list.className = "legend";
    figure.curves.forEach((curve, place) => {
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("aria-pressed", "true");
      button.append(sample(figure, curve), curve.label);
      button.addEventListener("click", () => {
        const show = hidden.delete(place);
        if (!show) hidden.add(place);
        button.setAttribute("aria-pressed", String(show));
        plot.series.forEach((part, index) => {
          if (part.curve === place) plot.setSeries(index, { show });
        });
        plot.redraw();
      });
      const item = document.createElement("li");
      item.append(button);
      list.append(item);
    });
    return list;
  }

  function draw(figure) {
    const place = document.querySelector(`[data-figure="${figure.name}"]`);
    const hidden = new Set(), readout = document.createElement("p");
    readout.className = "readout";
    readout.setAttribute("aria-live", "polite");
    const { data, parts, bands } = series(figure);
    const values = index => figure.curves.flatMap(curve => [...curve.points, ...curve.exact].map(point => point[index]));
    const [xs, ys] = [span(values(0), figure.x, figure.squares), span(values(1), figure.y, figure.squares)];
    const height = () => Math.round(Math.min(420, Math.max(280, innerHeight * 0.6)));
    // What is drawn: all, or what was dragged over.
    let seen = { x: xs, y: ys };
    const plot = new uPlot({
      width: place.clientWidth, height: height(), legend: { show: false },
      cursor: { points: { show: false }, drag: { x: true, y: true, uni: 20, setScale: false } },
      padding: [10, 12, 0, 0],
      scales: { x: { time: false, range: () => seen.x }, y: { range: () => seen.y } },
      axes: [axis(figure, "x", 34), axis(figure, "y", 62)],
      series: parts, bands,
      hooks: {
        draw: [(figure.squares ? squares : marks)(figure, hidden), ring(figure)],
        setCursor: [nearest(figure, hidden, readout)],
        setSelect: [({ select: { left, top, width, height } }) => {
          if (width < 5 && height < 5) return;
          const [from, to] = [plot.posToVal(left, "x"), plot.posToVal(left + width, "x")];
          const [low, high] = [plot.posToVal(top + height, "y"), plot.posToVal(top, "y")];
          see(width < 5 ? seen.x : [from, to], height < 5 ? seen.y : [low, high]);
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        }],
      },
    }, data, place);
    function see(x, y) {
      seen = { x, y };
      plot.setScale("x", { min: x[0], max: x[1] });
      plot.setScale("y", { min: y[0], max: y[1] });
    }
    plot.over.addEventListener("dblclick", () => see(xs, ys));
    place.append(readout, legend(figure, hidden, plot));
    keys(figure, hidden, readout, plot, place);
    place.parentElement.querySelector("details.picture").open = false;
    addEventListener("resize", () => plot.setSize({ width: place.clientWidth, height: height() }));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => plot.redraw());
  }

  // What is folded has no width, so that it is drawn when it is unfolded.
  const waiting = new Map(JSON.parse(document.getElementById("figures-data").textContent).map(figure => [figure.name, figure]));
  function drawVisible() {
    for (const [name, figure] of waiting) {
      const place = document.querySelector(`[data-figure="${name}"]`);
      if (!place.closest("details:not([open])") && waiting.delete(name)) draw(figure);
    }
  }
  // A link to something folded unfolds it.
  function reveal() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
    const own = target.querySelector(":scope > details.part");
    if (own) own.open = true;
    drawVisible();
    target.scrollIntoView();
  }
  for (const part of document.querySelectorAll("details.part")) part.addEventListener("toggle", drawVisible);
  addEventListener("hashchange", reveal);
  document.addEventListener("click", event => {
    if (event.target.matches("a[href^='#']")) setTimeout(reveal);
  });
  drawVisible();
  reveal();
})();
