// Swipes over the board: to the left one move forward, to the right one back.

const root = document.querySelector("[data-player]");
const board = root.querySelector(".replay-board");
const FAR_ENOUGH = 36; // pixels
let start = null;

board.addEventListener("pointerdown", (event) => {
  start = event.pointerType === "mouse" ? null : { x: event.clientX, y: event.clientY };
});
board.addEventListener("pointercancel", () => {
  start = null;
});
board.addEventListener("pointerup", (event) => {
  if (!start) return;
  const across = event.clientX - start.x;
  const down = event.clientY - start.y;
  start = null;
  if (Math.abs(across) < FAR_ENOUGH || Math.abs(across) < 1.5 * Math.abs(down)) return;
  const detail = { step: across < 0 ? 1 : -1 };
  root.dispatchEvent(new CustomEvent("player:go", { detail }));
});
