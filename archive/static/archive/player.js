// Steps through a record: places what the server has drawn and said, and lets a tile glide.
//
// Other scripts speak to it by events on [data-player]: they send "player:go" with {ply} or {step},
// and hear "player:at" with the ply and its data. Positions come in windows, the first one at once,
// so a step does not wait for the network.

const GLIDE_MS = 150;
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

class Player {
  constructor(root) {
    this.root = root;
    this.layer = root.querySelector("[data-layer]");
    this.ply = Number(root.dataset.ply);
    this.last = Number(root.dataset.last);
    this.size = Number(root.dataset.window);
    this.wanted = this.ply;
    this.plies = new Map();
    this.requests = new Map();
    root.addEventListener("player:go", (event) => this.go(event.detail));
    for (const part of root.querySelectorAll("[data-needs-script]")) part.hidden = false;
    this.load(this.ply);
  }

  async go({ ply = this.wanted, step = 0 }) {
    const target = Math.min(Math.max(ply + step, 0), this.last);
    this.wanted = target;
    if (!this.plies.has(target)) await this.load(target);
    if (this.wanted === target && this.plies.has(target)) this.show(target);
    this.load(target + this.size / 2);
    this.load(target - this.size / 2);
  }

  /** Read the window of positions that a ply is in, once; a failed request may be tried again. */
  load(ply) {
    if (ply < 0 || ply > this.last) return null;
    const first = ply - (ply % this.size);
    if (!this.requests.has(first)) {
      const request = this.read(first).catch(() => {
        this.requests.delete(first);
        this.root.dispatchEvent(new CustomEvent("player:lost"));
      });
      this.requests.set(first, request);
    }
    return this.requests.get(first);
  }

  async read(first) {
    const response = await fetch(`${this.root.dataset.plies}&first=${first}`);
    if (!response.ok) throw new Error(`positions from ${first} on: ${response.status}`);
    const { plies, trays } = await response.json();
    plies.forEach((data, index) => {
      const html = Object.entries(data.trays).map(([owner, number]) => [owner, trays[number]]);
      this.plies.set(first + index, { ...data, trays: html });
    });
  }

  show(ply) {
    const data = this.plies.get(ply);
    const distance = ply - this.ply;
    const undone = distance === -1 ? this.trails() : [];
    this.layer.innerHTML = data.layer;
    this.ply = ply;
    this.root.dataset.ply = ply;
    for (const [owner, html] of data.trays) this.placeTrays(owner, html);
    for (const place of this.root.querySelectorAll("[data-owner]")) {
      place.toggleAttribute("data-to-move", Number(place.dataset.owner) === data.turn);
    }
    this.write("[data-said]", data.said);
    this.write("[data-captions]", data.captions.join(" "));
    this.write("[data-words]", data.words);
    if (distance === 1) this.trails().forEach(({ to, path }) => this.glide(to, path));
    undone.forEach(({ from, path }) => this.glide(from, path.reverse()));
    this.root.dispatchEvent(new CustomEvent("player:at", { detail: { ply, last: this.last, data } }));
  }

  placeTrays(owner, html) {
    const slot = this.root.querySelector(`[data-trays="${owner}"]`);
    if (slot && slot.dataset.shown !== html) slot.innerHTML = html;
    if (slot) slot.dataset.shown = html;
  }

  write(selector, text) {
    const element = this.root.querySelector(selector);
    if (element && element.textContent !== text) element.textContent = text;
  }

  /** The ways that tiles went to reach this position, with their ends in the drawing's units. */
  trails() {
    return [...this.layer.querySelectorAll(".link-trail")].map((trail) => {
      const [x1, y1, x2, y2] = trail.getAttribute("d").match(/-?[\d.]+/g).map(Number);
      return { from: trail.dataset.from, to: trail.dataset.to, path: [[x1, y1], [x2, y2]] };
    });
  }

  glide(place, path) {
    const tile = this.layer.querySelector(`.piece[data-at="${place}"]`);
    if (!tile || stillness.matches) return;
    tile.parentNode.append(tile); // above the tiles that it passes
    const transforms = path.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
    tile.animate(transforms, { duration: GLIDE_MS, easing: "ease-out" });
  }
}

for (const root of document.querySelectorAll("[data-player]:not([data-ready])")) {
  root.dataset.ready = "";
  new Player(root);
}
