// The keyboard, and the help that lists its keys.

import { h } from "./dom.js";
import { button } from "./widgets.js";

export function helpDialog(keys) {
  const close = button("Close", () => dialog.close(), { class: "close" });
  const dialog = h("dialog", { id: "help", "aria-labelledby": "help-title" },
    h("h2", { id: "help-title" }, "Keys"),
    h("dl", {}, keys.map(([key, words]) => h("div", {}, h("dt", {}, key.split(", ").map((each, i) => [i > 0 && " ", h("kbd", {}, each)])), h("dd", {}, words)))), close);
  return dialog;
}

/** Calls what a key stands for, unless something is being typed. */
export function listenToKeys(actions) {
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
