// What replay and explorer have alike: the board is turned, a dialog tells the keys, and the page is
// asked by "board:key" for a key that does not belong to the element in focus.

const root = document.querySelector("[data-player], [data-explorer]");
const dialog = document.querySelector("[data-keys-dialog]");

function turn() {
  const turned = root.classList.toggle("is-turned");
  root.querySelector("[data-board]").classList.toggle("board--turned", turned);
  root.querySelector("[data-turn]").setAttribute("aria-pressed", turned);
}

const actions = { f: turn, F: turn, "?": () => dialog.showModal() };

/** Whether a key belongs to the element in focus: to a field, or Enter and Space to what they press. */
function isTaken({ target, key }) {
  if (!(target instanceof Element)) return false;
  if (target.closest('textarea, select, [contenteditable], input:not([type="range"])')) return true;
  if (key === "Enter") return target.closest("a, button, summary") !== null;
  return key === " " && target.closest("button, summary, audio, video") !== null;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.shiftKey && event.key.length > 1) return; // with an arrow it marks text
  if (dialog.open || isTaken(event)) return;
  const asked = new CustomEvent("board:key", { detail: event.key, cancelable: true });
  const action = actions[event.key];
  if (action || !root.dispatchEvent(asked)) event.preventDefault();
  action?.();
});

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const button = event.target.closest("[data-turn], [data-keys]");
  if (!button) return;
  if ("turn" in button.dataset) turn();
  else dialog.showModal();
});

dialog.addEventListener("keydown", (event) => {
  if (event.key !== "?") return;
  event.stopPropagation(); // else the same key would open it again
  dialog.close();
});
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close(); // outside its content
});
