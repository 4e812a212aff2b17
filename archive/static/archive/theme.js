// Light, dark or the system's choice. Runs before the page is drawn, so that nothing flashes.
(() => {
  const choices = ["auto", "light", "dark"];
  const words = { auto: "as the system", light: "light", dark: "dark" };
  const root = document.documentElement;

  function stored() {
    try {
      const choice = localStorage.getItem("theme");
      return choices.includes(choice) ? choice : "auto";
    } catch {
      return "auto"; // storage may be forbidden: then the choice lasts for this page
    }
  }

  function apply(choice) {
    root.dataset.theme = choice;
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      button.hidden = false;
      button.setAttribute("aria-label", `Colours: ${words[choice]}. Change`);
      button.title = `Colours: ${words[choice]}`;
    }
  }

  function next() {
    const choice = choices[(choices.indexOf(root.dataset.theme) + 1) % choices.length];
    try {
      localStorage.setItem("theme", choice);
    } catch {
      // the page still changes
    }
    apply(choice);
  }

  apply(stored());
  document.addEventListener("DOMContentLoaded", () => apply(root.dataset.theme));
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-theme-switch]")) next();
  });
  window.addEventListener("storage", (event) => {
    if (event.key === "theme") apply(stored());
  });
})();
