// The argument in words, sentence by sentence as the report has it. A sentence is linked with what it is about.

import { h, shown } from "./dom.js";
import { edgeLabel, relationClass } from "./picture.js";

/** A sentence with its marked parts; its text is that of the report, character by character. */
function sentence(step, model) {
  const marks = step.marks.slice().sort((a, b) => a.start - b.start || b.end - a.end);
  let next = 0;
  const part = (start, end) => {
    const nodes = [];
    let position = start;
    while (next < marks.length && marks[next].start < end) {
      const mark = marks[next++];
      if (mark.start > position) {
        nodes.push(step.text.slice(position, mark.start));
      }
      nodes.push(h("span", { class: "mark " + mark.type, "data-number": mark.type === "claim" && model.caseNumber ? model.numberOf(model.edges.get(mark.edge)) : null }, part(mark.start, mark.end)));
      position = mark.end;
    }
    if (position < end) {
      nodes.push(step.text.slice(position, end));
    }
    return nodes.map((node) => (typeof node === "string" ? shown(node) : node));
  };
  return h("span", { class: "sentence" }, part(0, step.text.length));
}

/** Steps are buttons: pointing at one, or focusing it, shows it in all pictures. */
export function prose(model, focus) {
  const lines = model.anomaly.explanation.transactions;
  let number = 0;
  return h("div", { class: "prose" },
    lines.length > 0 && h("h3", {}, "Let"),
    lines.length > 0 && h("ul", { class: "cast" }, lines.map((line) => castLine(model, line))),
    lines.length > 0 && h("h3", {}, "Then"),
    h("ol", { class: "steps" }, model.steps.map((step) => {
      const counted = step.edges.length > 0;
      number += counted ? 1 : 0;
      const first = counted ? model.edges.get(step.edges[0]) : null;
      const isLink = counted || step.places.length > 0;
      const content = [
        counted && !model.caseNumber && h("span", { class: "number " + (first ? relationClass(first) : "") + (step.contradiction ? " closing" : "") }, number),
        h("span", { class: "said" }, sentence(step, model),
          first && !model.caseNumber && h("span", { class: "tag " + relationClass(first) }, edgeLabel(first, 40)))];
      return h("li", { class: (step.contradiction ? "contradiction" : "") },
        isLink ? h("button", { type: "button", class: "step", "data-step": step.index, mouseenter: () => focus.preview(step.index), mouseleave: () => focus.preview(null), focus: () => focus.pin(step.index), click: () => focus.pin(step.index) }, content)
          : h("div", { class: "step plain" }, content));
    })));
}

/** s1.1 (transaction 1 of session s1) = w(x,1), with the name set apart. */
function castLine(model, line) {
  const transaction = model.anomaly.cast.filter((each) => line.startsWith(each.label + " (")).sort((a, b) => b.label.length - a.label.length)[0];
  const split = transaction ? line.indexOf(") = ") + 1 : 0;
  if (split <= 0) {
    return h("li", {}, shown(line));
  }
  return h("li", { "data-steps": model.stepsOfPlace({ transaction: transaction.id }) },
    h("span", { class: "who" }, h("b", {}, shown(transaction.label)), h("span", { class: "where" }, shown(line.slice(transaction.label.length, split)))),
    h("span", { class: "what" }, h("span", { class: "equals" }, " = "), shown(line.slice(split + 3))));
}

/** Which step is shown in all views. */
export class StepFocus {
  constructor() {
    this.root = null;
    this.pinned = null;
  }

  pin(step) {
    this.pinned = step;
    this.#show(step);
  }

  /** While the pointer rests on something. */
  preview(step) {
    this.#show(step === null ? this.pinned : step);
  }

  clear() {
    this.pinned = null;
    this.#show(null);
    if (document.activeElement && document.activeElement.classList.contains("step")) {
      document.activeElement.blur();
    }
  }

  /** Draws again what was just drawn anew. */
  refresh() {
    this.#show(this.pinned);
  }

  #show(step) {
    if (!this.root) {
      return;
    }
    this.root.classList.toggle("focusing", step !== null);
    this.root.querySelectorAll("[data-steps]").forEach((element) => {
      element.classList.toggle("lit", step !== null && element.dataset.steps.split(" ").includes(String(step)));
    });
    this.root.querySelectorAll("[data-step]").forEach((element) => {
      element.classList.toggle("current", step !== null && element.dataset.step === String(step));
    });
  }

  /** Up and down through the steps. */
  next(by) {
    const steps = [...this.root.querySelectorAll("button.step")];
    if (steps.length === 0) {
      return;
    }
    const current = steps.findIndex((each) => each.dataset.step === String(this.pinned));
    const target = current < 0 ? (by > 0 ? 0 : steps.length - 1) : Math.max(0, Math.min(steps.length - 1, current + by));
    steps[target].focus();
    steps[target].scrollIntoView({ block: "nearest" });
  }

  /** Pictures lead back to sentences. */
  listen(root) {
    this.root = root;
    const stepOf = (target) => {
      const element = target.closest && target.closest(".edge[data-steps], .operation[data-steps], .flag[data-steps]");
      return element && element.dataset.steps ? Number(element.dataset.steps.split(" ")[0]) : null;
    };
    root.addEventListener("mouseover", (event) => { if (event.target.closest(".picture")) { this.preview(stepOf(event.target)); } });
    root.addEventListener("mouseout", (event) => { if (event.target.closest(".picture")) { this.preview(null); } });
    root.addEventListener("click", (event) => {
      const step = event.target.closest(".picture") ? stepOf(event.target) : null;
      if (step !== null) {
        this.pin(step);
        const said = root.querySelector(`[data-step="${step}"]`);
        if (said) {
          said.scrollIntoView({ block: "nearest" });
        }
      }
    });
  }
}
