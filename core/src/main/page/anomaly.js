// The view of one anomaly: words, pictures, and what it takes to see it again.

import { aroundPanel, strayVersion } from "./around.js";
import { cyclePicture } from "./cycle.js";
import { h, save, shown } from "./dom.js";
import { expectationPanel } from "./expected.js";
import { dot, standalone } from "./files.js";
import { lattices } from "./lattice.js";
import { Model } from "./model.js";
import { OrderPicture } from "./order.js";
import { legend } from "./picture.js";
import { StepFocus, prose } from "./prose.js";
import { readersPicture } from "./readers.js";
import { shortagePicture } from "./shortage.js";
import { clocks, timelinePicture } from "./timeline.js";
import { button, choice, copyable, panel } from "./widgets.js";

export class AnomalyView {
  /** Brief: words, cycle and timeline only, as a part of another view. */
  constructor(file, anomaly, caseNumber, brief) {
    this.file = file;
    this.brief = brief;
    this.anomaly = anomaly;
    this.cases = (anomaly.cases || []).filter((each) => each.cycle);
    this.caseNumber = this.cases.length === 0 ? null : (this.cases.find((each) => each.case === caseNumber) || this.cases[0]).case;
    this.focus = new StepFocus();
    this.element = h("div", { class: "anomaly", "data-kind": anomaly.kind });
    this.#draw();
  }

  #draw() {
    const { anomaly } = this;
    this.model = new Model(anomaly, this.caseNumber);
    this.order = !this.brief && OrderPicture.fits(this.model) ? new OrderPicture(this.model) : null;
    const timeline = this.#timeline();
    const readers = readersPicture(this.model);
    this.element.replaceChildren(...[
      !this.brief && this.#head(),
      this.cases.length > 0 && this.#tabs(),
      this.model.edges.size > 0
        ? [h("div", { class: "grid words-and-cycle" }, this.#words(), this.#cycle()), this.model.ring.length === 0 && this.#expectation(), timeline]
        : h("div", { class: "grid words-and-cycle" }, this.#words(), h("div", {}, this.#expectation(), this.#shortage(), timeline)),
      !this.brief && h("div", { class: "grid three" },
        readers && this.#saving(panel("What each reader saw", "", "saw", h("div", { class: "scroller" }, readers), h("p", { class: "hint" }, "A line joins what one transaction saw. Where all saw one order of commits, lines do not cross.")), "readers"),
        this.order && panel("Try an order", "drag, or ← →", "try", this.order.element),
        this.#reproduce(),
        this.#prevention()),
      !this.brief && aroundPanel(this.model),
    ].flat().filter((each) => each));
    this.focus.listen(this.element);
    this.focus.refresh();
  }

  /** Draws anew what depends on the width. */
  resized() {
    const stage = this.element.querySelector(".cycle-stage");
    if (stage) {
      this.#drawCycle(stage);
    }
    this.focus.refresh();
  }

  #head() {
    const { anomaly, file } = this;
    const names = [anomaly.kind, ...(anomaly.tap ? [anomaly.tap] : []), ...anomaly.alsoKnownAs];
    return h("div", { class: "heading" },
      h("div", {},
        h("p", { class: "names" }, names.map((name) => h("code", { class: "badge" }, name))),
        h("h1", { tabindex: -1 }, shown(headline(anomaly))),
        h("p", { class: "meaning" }, shown(anomaly.kind + ": " + anomaly.meaning))),
      file.measurement && h("div", { class: "levels" }, lattices(file.measurement, anomaly.forbiddenBy)));
  }

  #tabs() {
    return h("div", { class: "tabs", role: "tablist", "aria-label": "Cases" }, this.cases.map((each) =>
      button([h("b", {}, "Case " + each.case), " ", shown(assumption(each.assume))], () => {
        this.caseNumber = each.case;
        this.focus.pinned = null;
        this.#draw();
        const tab = this.element.querySelector('[role="tab"][aria-selected="true"]');
        tab.focus();
      }, {
        role: "tab", "aria-selected": String(each.case === this.caseNumber), tabindex: each.case === this.caseNumber ? 0 : -1, "data-case": each.case,
        keydown: (event) => {
          const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          const tabs = [...event.currentTarget.parentElement.children];
          const next = by && tabs[tabs.indexOf(event.currentTarget) + by];
          if (next) {
            event.stopPropagation();
            next.click();
          }
        },
      })));
  }

  #words() {
    return panel(this.anomaly.note ? "What happened" : "Why this is impossible", "point at a step, or press ↑ ↓", "words", prose(this.model, this.focus));
  }

  #cycle() {
    if (this.model.edges.size === 0) {
      return null;
    }
    const ring = this.model.ring.length > 0;
    const stage = h("div", { class: "scroller cycle-stage" });
    this.#drawCycle(stage);
    const element = panel(ring ? "The cycle" : "What depends on what", "each arrow starts and ends at the operation that proves it", "cycle-panel", stage, legend(this.model, ring));
    element.tools.append(button("DOT", () => save(dot(this.model), fileName(this.anomaly, "dot"), "text/vnd.graphviz"), { title: "Save as a Graphviz graph" }));
    return this.#saving(element, "cycle");
  }

  #drawCycle(stage) {
    const room = Math.min(document.documentElement.clientWidth, 1320);
    stage.replaceChildren(cyclePicture(this.model, room < 900 ? room - 60 : room * 0.62));
  }

  #timeline() {
    const { model } = this;
    if (model.players.length === 0) {
      return this.anomaly.actual ? this.#saving(panel("The version", "as a version order lists it", "stray-panel", h("div", { class: "scroller" }, strayVersion(this.anomaly))), "version") : null;
    }
    const ways = clocks(model);
    const state = { way: ways[0], others: false };
    const stage = h("div", { class: "scroller", tabindex: 0, role: "group", "aria-label": "The timeline, to be scrolled" });
    const draw = () => {
      const room = Math.min(document.documentElement.clientWidth, 1320) - 70;
      const width = Math.max(520, model.edges.size === 0 && room > 800 ? room * 0.6 : room);
      stage.replaceChildren(timelinePicture(model, state.way, state.others, width));
      element.querySelector("header .hint").textContent = state.way.words;
      this.focus.refresh();
    };
    const element = panel("Timeline", ways[0].words, "timeline-panel", stage, legend(model, model.ring.length > 0));
    if (ways.length > 1) {
      element.tools.append(choice("Drawn by", ways, state.way, (way) => { state.way = way; draw(); }));
    }
    if (this.anomaly.context && this.anomaly.context.transactions.length > 0 && ways[0].from) {
      element.tools.append(button("Other transactions", (event) => {
        state.others = !state.others;
        event.currentTarget.setAttribute("aria-pressed", String(state.others));
        draw();
      }, { "aria-pressed": "false" }));
    }
    draw();
    return this.#saving(element, "timeline");
  }

  /** What should have been, and what was instead. */
  #expectation() {
    return expectationPanel(this.model);
  }

  /** Fewer versions than readers that overwrote one. */
  #shortage() {
    const drawn = shortagePicture(this.model);
    return drawn && this.#saving(panel("Too few versions", "however they are paired, a reader is left without", "shortage-panel", h("div", { class: "scroller" }, drawn)), "versions");
  }

  #reproduce() {
    const { reproduce } = this.anomaly;
    if (!reproduce && this.file.live) {
      return null;
    }
    if (!reproduce) {
      const command = this.file.moreCommand;
      return panel("Reproduce", "", "reproduce", h("p", {}, "The first anomalies of each kind come with a history of their own. ", h("code", {}, "isogauge shrink"), " makes one for any other."), command && copyable(command));
    }
    const element = panel("Reproduce", reproduce.note ? "" : "nothing but these transactions", "reproduce",
      reproduce.note && h("p", {}, shown(reproduce.note)),
      copyable(reproduce.history.replace(/\n$/u, ""), reproduce.history),
      reproduce.commands.map((each) => [h("p", {}, shown(each.purpose) + ":"), copyable(each.command)]));
    element.tools.append(button("Save", () => save(reproduce.history, reproduce.fileName, "text/plain"), { title: "Save as " + reproduce.fileName }));
    return element;
  }

  #prevention() {
    const { remedies } = this.anomaly;
    return remedies && remedies.length > 0 && panel("How to prevent it", remedies.length > 1 ? "the cheapest first" : "", "prevention",
      h("ul", { class: "remarks" }, remedies.map((each) => h("li", {}, each.words, each.sql && h("pre", {}, h("code", {}, each.sql))))));
  }

  #saving(element, name) {
    element.tools.append(button("SVG", () => {
      const svg = element.querySelector("svg.picture:not(.sample)");
      save(standalone(svg), fileName(this.anomaly, name + ".svg"), "image/svg+xml");
    }, { title: "Save the picture" }));
    return element;
  }
}

function fileName(anomaly, end) {
  return `${anomaly.kind.toLowerCase()}-${anomaly.id}.${end}`.replace(/\.(\w+)\.svg$/u, "-$1.svg");
}

/** What a case takes for granted, in short. */
function assumption(assume) {
  return assume.first !== undefined ? `${assume.key}: ${assume.first} first` : `${assume.reader} saw ${assume.saw}`;
}

/** The summary as a heading, unless it begins with a name, which stays as it is. */
function headline(anomaly) {
  const summary = anomaly.explanation.summary;
  return anomaly.cast.some((each) => summary.startsWith(each.label)) ? summary : summary.charAt(0).toUpperCase() + summary.slice(1);
}
