// What pages about schedules share: the bar on top, the foot, and what keys do.

import { h, shown } from "./dom.js";
import { helpDialog, listenToKeys } from "./keys.js";
import { button, logo } from "./widgets.js";

/** Returns what shows a view below the way to it. */
export function frame(title, program, names, walk) {
  const toggleHelp = () => { const help = document.getElementById("help"); help.open ? help.close() : help.showModal(); };
  document.body.append(helpDialog([["j, k", "next and previous " + names.each], ["u", "up: back to " + names.up], ["c", "copy the history"], ["?", "this help"]]));
  listenToKeys({
    j: () => walk(1), k: () => walk(-1), u: () => { location.hash = "#"; }, "?": toggleHelp,
    c: () => { const copyButton = document.querySelector(".reproduce .copy"); return copyButton ? copyButton.click() : false; },
  });
  return (crumbs, main) => {
    document.title = title + " · Isogauge";
    document.getElementById("app").replaceChildren(
      h("header", { class: "bar" }, h("div", { class: "crumbs" }, logo(), h("b", {}, "Isogauge"), h("nav", { "aria-label": "Where this is" }, h("ol", {}, crumbs.map((each) => h("li", {}, each))))),
        h("div", { class: "tools" }, button(["Keys ", h("kbd", {}, "?")], toggleHelp))),
      main, h("footer", {}, h("p", {}, "Made by ", shown(program))));
    window.scrollTo(0, 0);
  };
}
