// What pages are made of besides pictures.

import { copy, g, h, shownLines } from "./dom.js";

/** A panel with a heading, a hint, and buttons at its right. */
export function panel(title, hint, kind, ...content) {
  const buttons = h("div", { class: "tools" });
  const element = h("section", { class: "panel " + kind, "aria-label": title },
    h("header", {}, h("h2", {}, title), hint && h("span", { class: "hint" }, hint), buttons),
    h("div", { class: "content" }, content));
  element.tools = buttons;
  return element;
}

export function button(text, action, attributes) {
  return h("button", { type: "button", click: action, ...attributes }, text);
}

/** Buttons of which one is pressed. */
export function choice(label, options, chosen, action) {
  const group = h("div", { class: "segmented", role: "group", "aria-label": label }, options.map((option) =>
    button(option.name, (event) => {
      group.querySelectorAll("button").forEach((each) => each.setAttribute("aria-pressed", String(each === event.currentTarget)));
      action(option);
    }, { "aria-pressed": String(option === chosen) })));
  return group;
}

export function copyable(text, exact) {
  return h("div", { class: "copyable" }, h("pre", { tabindex: 0 }, shownLines(text)), button("Copy", (event) => copy(exact || text, event.currentTarget), { class: "copy" }));
}

export function logo() {
  return g("svg", { class: "logo", width: 22, height: 22, viewBox: "0 0 22 22", "aria-hidden": "true" },
    g("path", { class: "dial", d: "M3 16A8 8 0 1 1 19 16" }), g("path", { class: "needle", d: "M11 16L15 9" }));
}
