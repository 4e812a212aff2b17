// Autoplay: a step forward at the chosen speed, until the end or until someone steps by hand.

const root = document.querySelector("[data-player]");
const button = root.querySelector("[data-autoplay]");
const speed = root.querySelector("[data-speed]");
const said = root.querySelector("[data-said]");
const last = Number(root.dataset.last);
let timer = 0;

function isPlaying() {
  return timer !== 0;
}

function show() {
  button.setAttribute("aria-pressed", isPlaying());
  button.title = isPlaying() ? "Pause (Space)" : "Play (Space)";
  said.setAttribute("aria-live", isPlaying() ? "off" : "polite"); // no voice keeps up with fast play
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  show();
}

function ask(detail) {
  root.dispatchEvent(new CustomEvent("player:go", { detail: { ...detail, byAutoplay: true } }));
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(() => ask({ step: 1 }), Number(speed.value));
}

function start() {
  if (Number(root.dataset.ply) === last) ask({ ply: 0 });
  wait();
  show();
}

button.addEventListener("click", () => (isPlaying() ? stop() : start()));
speed.addEventListener("change", () => {
  if (isPlaying()) wait();
  try {
    localStorage.setItem("replay-speed", speed.value);
  } catch {
    // the choice lasts for this page
  }
});
root.addEventListener("player:go", ({ detail }) => {
  if (isPlaying() && !detail.byAutoplay) stop();
});
root.addEventListener("player:at", ({ detail }) => {
  if (!isPlaying()) return;
  if (detail.ply === last) stop();
  else wait();
});
root.addEventListener("player:lost", stop);

try {
  const kept = localStorage.getItem("replay-speed");
  if ([...speed.options].some((option) => option.value === kept)) speed.value = kept;
} catch {
  // the speed stays the usual one
}
