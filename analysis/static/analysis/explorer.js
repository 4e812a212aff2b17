// Steps through positions: asks the server for what is other there, and puts it in its place.
// Without it every link is a page of its own.

const root = document.querySelector("[data-explorer]");
const told = root.querySelector("[data-told]");
const answers = new Map(); // by query, as promises: the way back needs no network
let asked = location.search; // the newest one that was asked for

function read(query) {
  if (!answers.has(query)) {
    const answer = fetch(root.dataset.step + query).then((response) => {
      if (!response.ok) throw new Error(`${query}: ${response.status}`);
      return response.json();
    });
    answer.catch(() => answers.delete(query));
    answers.set(query, answer);
  }
  return answers.get(query);
}

async function go(href, { isBack = false } = {}) {
  const { pathname, search } = new URL(href, location.href);
  asked = search;
  try {
    const data = await read(search);
    if (asked !== search) return; // someone went on meanwhile
    if (!isBack) history.pushState(null, "", pathname + search);
    show(data);
  } catch {
    if (asked === search) location.assign(pathname + search);
  }
}

function show(data) {
  const wasInside = root.querySelector('[data-part="table"]').contains(document.activeElement);
  root.querySelector("[data-layer]").innerHTML = data.layer;
  root.querySelector("[data-board]").setAttribute("aria-label", data.title);
  document.title = `${data.title} – Tilebook`;
  for (const [owner, html] of Object.entries(data.trays)) {
    const slot = root.querySelector(`[data-trays="${owner}"]`);
    if (slot) slot.innerHTML = html;
  }
  for (const place of root.querySelectorAll("[data-owner]")) {
    place.toggleAttribute("data-to-move", Number(place.dataset.owner) === data.turn);
  }
  for (const [name, html] of Object.entries(data.parts)) put(name, html);
  root.querySelector("[data-said]").textContent = data.said;
  root.querySelector("[data-captions]").textContent = data.captions;
  root.querySelector("[data-words]").textContent = data.words;
  const table = root.querySelector('[data-part="table"]');
  table.scrollTop = 0;
  if (wasInside) table.focus({ preventScroll: true });
  follow();
}

/** Replace a part of the page. A link in it that has the focus hands it to the one in its place. */
function put(name, html) {
  const part = document.querySelector(`[data-part="${name}"]`);
  const place = [...part.querySelectorAll("a")].indexOf(document.activeElement);
  part.innerHTML = html;
  window.htmx?.process(part);
  if (place < 0 || name === "table") return;
  const links = [...part.querySelectorAll("a")];
  (links[place] ?? links.at(-1))?.focus({ preventScroll: true });
}

/** The last crumb is the position: bring it into view. */
function follow() {
  const crumbs = root.querySelector(".crumbs");
  crumbs.scrollTop = crumbs.scrollHeight;
}

function rows() {
  return [...root.querySelectorAll("[data-row]")];
}

function chosen() {
  return root.querySelector("[data-chosen] [data-row]");
}

function choose(step) {
  const all = rows();
  if (!all.length) return;
  const at = all.indexOf(chosen());
  const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step;
  const row = all[Math.min(Math.max(next, 0), all.length - 1)];
  root.querySelector("[data-chosen]")?.removeAttribute("data-chosen");
  row.closest("tr").setAttribute("data-chosen", "");
  row.closest("tr").scrollIntoView({ block: "nearest" });
  row.focus({ preventScroll: true });
}

function press(selector) {
  const link = root.querySelector(selector);
  if (link && link.getAttribute("aria-disabled") !== "true") go(link.href);
}

function forward() {
  const row = chosen();
  if (row) go(row.href);
  else press("[data-forward]");
}

const actions = {
  ArrowLeft: () => press("[data-back]"),
  Backspace: () => press("[data-back]"),
  ArrowRight: forward,
  Enter: forward,
  ArrowUp: () => choose(-1),
  ArrowDown: () => choose(1),
  Home: () => press("[data-first]"),
};

root.addEventListener("board:key", (event) => {
  const action = actions[event.detail];
  if (!action) return;
  event.preventDefault();
  action();
});

document.addEventListener("keydown", (event) => {
  const pressed = event.key === " " && event.target.closest?.('a[role="switch"]');
  if (!pressed) return;
  event.preventDefault(); // Space presses a switch
  pressed.click();
});

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a link opened elsewhere
  const link = event.target.closest("[data-follow]");
  if (link) {
    event.preventDefault();
    if (link.getAttribute("aria-disabled") !== "true") go(link.href);
  } else if (event.target.closest("[data-copy]")) copy();
});

async function copy() {
  try {
    await navigator.clipboard.writeText(location.href);
    told.textContent = "Link copied";
  } catch {
    told.textContent = location.href; // where the clipboard is closed, it can be taken by hand
  }
  setTimeout(() => (told.textContent = ""), 4000);
}

// What lies under the pointer is likely to be asked for next.
root.addEventListener("pointerover", (event) => {
  const row = event.target.closest("tr")?.querySelector("[data-row]");
  if (row) read(new URL(row.href).search).catch(() => {});
});

window.addEventListener("popstate", () => {
  if (location.search !== asked) go(location.href, { isBack: true });
});

for (const part of root.querySelectorAll("[data-needs-script]")) part.hidden = false;
follow();
