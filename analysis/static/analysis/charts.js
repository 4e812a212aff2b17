// Draws the charts of a page when they come into view. A figure is Plotly's JSON with the names of
// custom properties for colours; a bar or point opens what its number in the table links to.
(() => {
  const script = document.currentScript;
  const config = { displayModeBar: false, doubleClick: false, showTips: false };
  const drawn = new Map();
  let library = null;

  // Plotly writes some style attributes, which the policy of the site forbids: written through the
  // object model, as Plotly's other styles, the same words are allowed.
  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function styled(name, value) {
    if (name === "style" && this.style) this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };

  function plotly() {
    library ??= new Promise((resolve, reject) => {
      const create = document.createElement;
      const wanted = document.createElement("script");
      wanted.src = script.dataset.plotly;
      wanted.onload = () => {
        document.createElement = create;
        resolve(window.Plotly);
      };
      // Loading, it adds the style sheet of its maps, which we draw none of: into a template, unread.
      document.createElement = (name, ...options) =>
        create.call(document, name === "style" ? "template" : name, ...options);
      wanted.onerror = () => reject(new Error("The drawing script could not be loaded."));
      document.head.append(wanted);
    });
    return library;
  }

  // What a custom property is in the theme of the page: light-dark() is resolved by the browser.
  function colours() {
    const probe = document.createElement("span");
    probe.hidden = true;
    document.body.append(probe);
    const known = new Map();
    const find = (name) => {
      if (!known.has(name)) {
        probe.style.color = `var(${name})`;
        known.set(name, getComputedStyle(probe).color);
      }
      return known.get(name);
    };
    const done = () => probe.remove();
    return { find, done };
  }

  function inTheme(value, find) {
    if (typeof value === "string") {
      const named = /^var\((--[\w-]+)\)$/.exec(value);
      return named ? find(named[1]) : value;
    }
    if (Array.isArray(value)) return value.map((part) => inTheme(part, find));
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inTheme(part, find)]));
    }
    return value;
  }

  // A board is as high as its width allows; on a phone it has no room for a scale beside it.
  function fit({ data, layout }, width) {
    const [across, up] = [layout.xaxis, layout.yaxis].map(({ range }) => range[1] - range[0]);
    const scale = width < 560 ? 0 : 110;
    for (const { marker } of data) {
      if (!marker?.showscale) continue;
      marker.showscale = scale > 0;
      marker.size = marker.size.map((size) => size * Math.min(1, width / 560));
    }
    layout.height = Math.min(layout.height, ((width - scale) * up) / across + 30);
  }

  // On a phone a legend has a line for each entry, and points have no room for names: they have the
  // numbers of the list below the drawing.
  function narrow({ data, layout }) {
    if (layout.showlegend) layout.height += 20 * data.length;
    layout.font.size = 12;
    for (const trace of data) {
      if (trace.mode === "markers+text") trace.text = trace.text.map((_, at) => String(at + 1));
    }
  }

  function themed(chart) {
    const width = chart.querySelector("[data-plot]").clientWidth;
    const { find, done } = colours();
    const whole = inTheme(drawn.get(chart), find);
    done();
    whole.layout.font.family = getComputedStyle(document.body).fontFamily;
    if (whole.layout.yaxis.scaleanchor) fit(whole, width);
    if (width < 560) narrow(whole);
    chart.classList.toggle("is-narrow", width < 560);
    return whole;
  }

  function open(chart, event) {
    const cell = event.points[0]?.customdata;
    const link = cell && chart.querySelector(`[data-cell="${cell.join(",")}"] a`);
    if (!link) return;
    const how = event.event;
    if (how.ctrlKey || how.metaKey || how.shiftKey) window.open(link.href, "_blank", "noopener");
    else location.assign(link.href);
  }

  async function draw(chart) {
    const plot = chart.querySelector("[data-plot]");
    try {
      const [Plotly, answer] = await Promise.all([plotly(), fetch(chart.dataset.chart)]);
      if (!answer.ok) throw new Error(`The figure was answered with ${answer.status}.`);
      drawn.set(chart, await answer.json());
      const { data, layout } = themed(chart);
      plot.style.minHeight = "0";
      await Plotly.newPlot(plot, data, layout, config);
      plot.on("plotly_click", (event) => open(chart, event));
      plot.on("plotly_hover", (event) => plot.classList.toggle("opens", Boolean(event.points[0]?.customdata)));
      chart.dataset.drawn = "";
    } catch {
      plot.classList.add("is-missing");
      plot.textContent = "The drawing could not be loaded. The table has the same numbers.";
      chart.querySelector("details").open = true;
    }
  }

  function redraw() {
    for (const chart of drawn.keys()) {
      const { data, layout } = themed(chart);
      window.Plotly.react(chart.querySelector("[data-plot]"), data, layout, config);
    }
  }

  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        seen.unobserve(target);
        draw(target);
      }
    },
    { rootMargin: "400px" },
  );
  for (const chart of document.querySelectorAll("[data-chart]")) {
    chart.querySelector("[data-plot]").style.minHeight = `${chart.dataset.height}px`;
    seen.observe(chart);
  }
  document.querySelector(".stats-menu [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  for (const picker of document.querySelectorAll(".stats-picker")) {
    picker.addEventListener("change", () => picker.requestSubmit());
  }
  new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);

  // A phone that is turned has room for other legends and names. (A bar of the browser that hides
  // changes the height alone.)
  let wide = innerWidth;
  let timer = 0;
  window.addEventListener("resize", () => {
    if (innerWidth === wide) return;
    wide = innerWidth;
    clearTimeout(timer);
    timer = setTimeout(redraw, 150);
  });
})();
