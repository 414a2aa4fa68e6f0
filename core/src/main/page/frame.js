// What pages share: the bar on top with the way to what is shown, and what keys do.

import { h, shown } from "./dom.js";
import { helpDialog, listenToKeys } from "./keys.js";
import { button, logo } from "./widgets.js";

/** The bar: where this is, and buttons to what comes before and after it, if it can be walked from. */
export function topBar(crumbs, walk) {
  return h("header", { class: "bar" },
    h("div", { class: "crumbs" }, logo(), h("b", {}, "Isogauge"), h("nav", { "aria-label": "Where this is" }, h("ol", {}, crumbs.map((each) => h("li", {}, each))))),
    h("div", { class: "tools" },
      walk && button(["‹ Previous ", h("kbd", {}, "k")], () => walk(-1)),
      walk && button(["Next › ", h("kbd", {}, "j")], () => walk(1)),
      button(["Keys ", h("kbd", {}, "?")], toggleHelp)));
}

function toggleHelp() {
  const help = document.getElementById("help");
  if (help.open) {
    help.close();
  } else {
    help.showModal();
  }
}

/** The last one of the way. */
export function thisPlace(text, kind) {
  return h("span", { "aria-current": "page", class: kind }, text);
}

/** Keys with their words, and what they do beside walking and going up. */
export function walkByKeys(words, walk, up, actions) {
  document.body.append(helpDialog([...words, ["?", "this help"]]));
  listenToKeys({ j: () => walk(1), k: () => walk(-1), u: () => { location.hash = up(); }, "?": toggleHelp, ...actions });
}

/** Copies the history that is shown. */
export function copyHistory() {
  const copyButton = document.querySelector(".reproduce .copy");
  return copyButton ? copyButton.click() : false;
}

/** Of pages about schedules; returns what shows a view below the way to it. */
export function frame(title, program, names, walk) {
  walkByKeys([["j, k", "next and previous " + names.each], ["u", "up: back to " + names.up], ["c", "copy the history"]], walk, () => "#", { c: copyHistory });
  return (crumbs, main) => {
    document.title = title + " · Isogauge";
    document.getElementById("app").replaceChildren(topBar(crumbs, null), main, h("footer", {}, h("p", {}, "Made by ", shown(program))));
    window.scrollTo(0, 0);
  };
}
