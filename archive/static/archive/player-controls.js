// Buttons, slider, list of moves and keys of the replay. They ask the player by "player:go".

const root = document.querySelector("[data-player]");
const slider = root.querySelector("[data-slider]");
const moves = root.querySelector("[data-moves]");

function go(detail) {
  root.dispatchEvent(new CustomEvent("player:go", { detail }));
}

root.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a link opened elsewhere
  const target = event.target.closest("[data-go], [data-step]");
  if (!target) return;
  event.preventDefault();
  if ("go" in target.dataset) go({ ply: Number(target.dataset.go) });
  else go({ step: Number(target.dataset.step) });
});

slider.addEventListener("input", () => go({ ply: slider.valueAsNumber }));

root.addEventListener("player:at", ({ detail: { ply, last } }) => {
  slider.value = ply;
  slider.setAttribute("aria-valuetext", `Move ${ply} of ${last}`);
  root.querySelector("[data-count]").textContent = `${ply} / ${last}`;
  mark(ply);
  for (const button of root.querySelectorAll("[data-step], .controls [data-go]")) {
    const aim = "step" in button.dataset ? ply + Number(button.dataset.step) : Number(button.dataset.go);
    button.setAttribute("aria-disabled", aim < 0 || aim > last || aim === ply);
  }
});

/** Mark the move of this ply in the list, and bring it into view without moving the page. */
function mark(ply) {
  moves.querySelector('[aria-current="step"]')?.removeAttribute("aria-current");
  const move = moves.querySelector(`[data-go="${ply}"]`);
  move?.setAttribute("aria-current", "step");
  follow(move);
}

function follow(move) {
  if (moves.scrollHeight <= moves.clientHeight) return;
  const row = move?.closest("tr");
  const middle = row ? row.offsetTop - (moves.clientHeight - row.offsetHeight) / 2 : 0;
  moves.scrollTo({ top: middle });
}

const actions = {
  ArrowLeft: () => go({ step: -1 }),
  ArrowRight: () => go({ step: 1 }),
  Home: () => go({ ply: 0 }),
  End: () => go({ ply: Number(root.dataset.last) }),
  " ": () => root.querySelector("[data-autoplay]").click(),
};

root.addEventListener("board:key", (event) => {
  const action = actions[event.detail];
  if (!action) return;
  event.preventDefault();
  action();
});

follow(moves.querySelector('[aria-current="step"]'));
