// The keyboard, and the help that lists its keys.

const KEYS = [
  ["j, k", "next and previous anomaly"], ["↑, ↓", "steps of the argument"], ["←, →", "move the selected transaction in “Try an order”"], ["Esc", "show all steps; close this"],
  ["/", "go to the filter"], ["c", "copy the history of the anomaly"], ["u", "up: back to the list"], ["?", "this help"],
];

function helpDialog() {
  const close = button("Close", () => dialog.close(), { class: "close" });
  const dialog = h("dialog", { id: "help", "aria-labelledby": "help-title" },
    h("h2", { id: "help-title" }, "Keys"),
    h("dl", {}, KEYS.map(([key, words]) => h("div", {}, h("dt", {}, key.split(", ").map((each, i) => [i > 0 && " ", h("kbd", {}, each)])), h("dd", {}, words)))), close);
  return dialog;
}

/** Calls what a key stands for, unless something is being typed. */
function listenToKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const target = event.target;
    const typing = target.matches && target.matches("input, select, textarea");
    if (typing && event.key !== "Escape") {
      return;
    }
    if (document.querySelector("dialog[open]") && event.key !== "?") {
      return;
    }
    const action = actions[event.key];
    if (action && action(target) !== false) {
      event.preventDefault();
    }
  });
}
