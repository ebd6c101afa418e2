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
      (curve.fit || []).forEach(([at]) => places.add(x(at)));
    }
    const xs = [...places].sort((a, b) => a - b);
    const column = pairs => {
      const found = new Map(pairs.map(([at, value]) => [x(at), y(value)]));
      return xs.map(at => (found.has(at) ? found.get(at) : null));
    };
    const data = [xs], parts = [{}], bands = [];
    figure.curves.forEach((curve, place) => {
      const stroke = () => color(`--series-${curve.color % 8}`), quiet = { show: false };
      const add = (values, options) => {
        data.push(values);
        parts.push({ spanGaps: true, curve: place, points: quiet, ...options });
      };
      if (figure.squares) return;
      if (curve.fit && curve.band) {
        const fill = () => stroke() + "26";
        bands.push({ series: [data.length + 1, data.length], fill });
        add(column(curve.fit.map(([at, , low]) => [at, low])), { stroke: "transparent" });
        add(column(curve.fit.map(([at, , , high]) => [at, high])), { stroke: "transparent" });
      }
      if (curve.fit) {
        add(column(curve.fit.map(([at, line]) => [at, line])), { stroke, dash: [6, 4], width: 1.5 });
      }
      const long = curve.points.length > 40;
      const dots = { show: !long, size: 8, stroke, fill: stroke };
      const lines = curve.fit ? { paths: () => null } : { width: 1.5 };
      add(column(curve.points), { stroke, points: dots, ...lines });
    });
    if (figure.squares) {
      data.push(xs.map(() => null));
      parts.push({ points: { show: false } });
    }
    return { data, parts, bands };
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
        ctx.globalAlpha = curve.pale ? 0.4 : 1;
        ctx.fillStyle = color(`--series-${curve.color % 8}`);
        for (const [a, b] of curve.points) {
          const left = plot.valToPos(scale("x")(a), "x", true), top = plot.valToPos(scale("y")(b), "y", true);
          ctx.fillRect(left - wide / 2, top - high / 2, wide, high);
        }
      });
      ctx.restore();
    };
  }

  // The point nearest to the pointer, in words.
  function nearest(figure, hidden, readout) {
    const [x, y] = [scales[figure.x.scale].place, scales[figure.y.scale].place];
    const name = axis => axis.label.replace(/ \(.*/, "");
    return plot => {
      const { left, top } = plot.cursor;
      let best = { distance: 40 ** 2, text: "" };
      if (left >= 0) figure.curves.forEach((curve, place) => {
        if (hidden.has(place)) return;
        for (const [a, b] of curve.points) {
          const across = plot.valToPos(x(a), "x") - left, down = plot.valToPos(y(b), "y") - top;
          const distance = across ** 2 + down ** 2;
          if (distance < best.distance) {
            const text = `${curve.label.split(": slope")[0]}: ${name(figure.x)} = ${number(a)}, ${name(figure.y)} = ${number(b)}`;
            best = { distance, text };
          }
        }
      });
      readout.textContent = best.text;
    };
  }

  function axis(of, size, least) {
    const scale = scales[of.scale];
    return {
      label: of.label, size, labelSize: 22, labelFont: "13px system-ui, sans-serif", font: "12px system-ui, sans-serif",
      stroke: () => color("--ink"), grid: { stroke: () => color("--faint"), width: 1 },
      ticks: { stroke: () => color("--ink"), width: 1, size: 5 },
      splits: (plot, _, min, max) => {
        const pixels = least === "across" ? plot.bbox.width / devicePixelRatio / 56 : plot.bbox.height / devicePixelRatio / 30;
        return scale.ticks(min, max, Math.max(2, Math.floor(pixels)));
      },
      values: (plot, ticks) => {
        const most = plot.scales[least === "across" ? "x" : "y"].max;
        return ticks.map(at => (of.scale === "binary" && most > 17 ? power(at) : number(scale.value(at))));
      },
    };
  }

  function legend(figure, hidden, plot) {
    const list = document.createElement("ul");
    list.className = "legend";
    figure.curves.forEach((curve, place) => {
      const button = document.createElement("button"), spot = document.createElement("i");
      button.type = "button";
      button.setAttribute("aria-pressed", "true");
      spot.style.background = `var(--series-${curve.color % 8})`;
      if (curve.pale) spot.style.opacity = 0.4;
      button.append(spot, curve.label);
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
    place.classList.toggle("squares", figure.squares);
    const { data, parts, bands } = series(figure);
    const values = index => figure.curves.flatMap(curve => curve.points.map(point => point[index]));
    const [xs, ys] = [span(values(0), figure.x, figure.squares), span(values(1), figure.y, figure.squares)];
    const height = () => Math.round(Math.min(420, Math.max(280, innerHeight * 0.6)));
    const zoomed = whole => (plot, min, max) => (plot.zoomed ? [min, max] : whole);
    const plot = new uPlot({
      width: place.clientWidth, height: height(), legend: { show: false },
      cursor: { points: { show: false }, drag: { x: true, y: true, uni: 20 } },
      padding: [10, 12, 0, 0],
      scales: { x: { time: false, range: zoomed(xs) }, y: { range: zoomed(ys) } },
      axes: [axis(figure.x, 34, "across"), axis(figure.y, 62, "down")],
      series: parts, bands,
      hooks: {
        draw: figure.squares ? [squares(figure, hidden)] : [],
        setCursor: [nearest(figure, hidden, readout)],
      },
    }, data, place);
    plot.over.addEventListener("mousedown", () => { plot.zoomed = true; }, true);
    plot.over.addEventListener("dblclick", () => {
      plot.zoomed = false;
      plot.setScale("x", { min: xs[0], max: xs[1] });
      plot.setScale("y", { min: ys[0], max: ys[1] });
    });
    place.append(readout, legend(figure, hidden, plot));
    place.parentElement.querySelector("details.picture").open = false;
    addEventListener("resize", () => plot.setSize({ width: place.clientWidth, height: height() }));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => plot.redraw());
  }

  JSON.parse(document.getElementById("figures-data").textContent).forEach(draw);
})();
