// What else was played in the position of a replay: asked for when the stepping rests, kept by ply.

const root = document.querySelector("[data-player]");
const panel = root.querySelector("[data-panel]");
const slot = panel.querySelector("[data-panel-rows]");
const link = root.querySelector("[data-explore]");
const REST_MS = 250; // so long without a step, and a request delays none
const kept = new Map();
let ply = root.dataset.ply;
let timer = 0;

async function load() {
  const wanted = ply;
  if (!kept.has(wanted)) {
    const response = await fetch(`${panel.dataset.panel}?ply=${wanted}`);
    if (!response.ok) return;
    kept.set(wanted, await response.text());
  }
  if (ply === wanted && panel.open) slot.innerHTML = kept.get(wanted);
}

function ask(wait) {
  clearTimeout(timer);
  if (panel.open) timer = setTimeout(() => load().catch(() => {}), wait);
}

root.addEventListener("player:at", ({ detail }) => {
  ply = String(detail.ply);
  link.href = link.href.replace(/ply=\d+/, `ply=${ply}`);
  ask(kept.has(ply) ? 0 : REST_MS);
});
panel.addEventListener("toggle", () => ask(0));
