// The stream of findings, newest first: the last ones are kept, and a search asks the service for older ones. What was
// withdrawn stays, struck through.

import { ask } from "./ask.js";
import { clipped, count, h, shown } from "./dom.js";
import { button } from "./widgets.js";

export const MOST_FINDINGS = 500;

/** An event as a row; texts of any length come from outside. */
function findingRow(event) {
  return { seq: event.seq, time: event.time, kind: event.kind, sentence: clipped(event.sentence, 400), withdrawal: null };
}

/** Findings by number. A withdrawal marks the one that it takes back. */
export class Findings {
  constructor(most) {
    this.most = most;
    this.rows = new Map();
    this.dropped = 0;
  }

  add(events) {
    for (const event of events) {
      if (event.event === "found") {
        this.rows.set(event.seq, findingRow(event));
      } else if (this.rows.has(event.withdraws)) {
        this.rows.get(event.withdraws).withdrawal = { seq: event.seq, because: event.because ? event.because.name : null };
      }
    }
    for (const seq of this.rows.keys()) {
      if (this.rows.size <= this.most) {
        break;
      }
      this.rows.delete(seq);
      this.dropped++;
    }
  }

  get newestFirst() {
    return [...this.rows.values()].reverse();
  }
}

export function findingTable(findings) {
  return h("div", { class: "scroller" }, h("table", { class: "findings" },
    h("thead", {}, h("tr", {}, ["Number", "Time", "Kind", "What was found"].map((each) => h("th", { scope: "col" }, each)))),
    h("tbody", {}, findings.newestFirst.map(findingLine))));
}

function findingLine(row) {
  const text = h("a", { href: "#e" + row.seq }, row.sentence);
  return h("tr", { class: row.withdrawal ? "withdrawn" : "", "data-seq": row.seq },
    h("td", {}, String(row.seq)),
    h("td", { class: "when" }, h("time", { datetime: shown(row.time), title: shown(row.time) }, clockTime(row.time))),
    h("td", {}, h("code", { class: "badge" }, shown(row.kind))),
    h("td", {}, row.withdrawal ? [h("del", {}, text), " ", withdrawalNote(row.withdrawal)] : text));
}

/** Why it does not hold any more, as a link to the late transaction. */
function withdrawalNote(withdrawal) {
  return h("span", { class: "tap" }, "withdrawn", withdrawal.because !== null && [": ", h("a", { href: "#e" + withdrawal.seq }, clipped(withdrawal.because, 40) + " arrived late")]);
}

function clockTime(text) {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? shown(text) : time.toTimeString().slice(0, 8);
}

/** Events that name a transaction or a key. The service looks through a part of its log at a time. */
export class Search {
  constructor(failed) {
    this.failed = failed;
    this.text = "";
    this.results = h("div", { class: "results" });
    this.input = h("input", { type: "search", name: "text", autocomplete: "off", spellcheck: "false", placeholder: "exact name" });
    this.element = h("div", {},
      h("form", { class: "filters", role: "search", submit: (event) => { event.preventDefault(); this.begin(this.input.value); } },
        h("label", {}, "Transaction or key", this.input), h("button", { type: "submit" }, "Search")),
      this.results);
  }

  begin(text) {
    this.text = text;
    this.findings = new Findings(MOST_FINDINGS);
    this.results.replaceChildren();
    if (text) {
      this.#look(0);
    }
  }

  async #look(since) {
    const text = this.text;
    try {
      const answer = await ask(`search?text=${encodeURIComponent(text)}&since=${since}&limit=${MOST_FINDINGS}`);
      if (text === this.text) {
        this.findings.add(answer.events);
        this.#show(answer);
      }
    } catch (e) {
      this.failed(e);
      this.results.replaceChildren(h("p", { class: "hint", role: "status" }, "The search failed: " + shown(e.message)));
    }
  }

  #show(answer) {
    const number = this.findings.rows.size;
    const done = answer.next >= answer.last;
    this.results.replaceChildren(
      h("p", { class: "hint", role: "status" }, `${count(number, "finding")} that ${number === 1 ? "names" : "name"} “${clipped(this.text, 60)}”`,
        done ? ` in all ${count(answer.last, "event")}` : ` in the first ${answer.next.toLocaleString("en")} of ${count(answer.last, "event")}`,
        this.findings.dropped > 0 && `; of these the last ${MOST_FINDINGS}`),
      number > 0 ? findingTable(this.findings) : "",
      done ? "" : button("Search on", () => this.#look(answer.next)),
      " ", button("Clear", () => { this.input.value = ""; this.begin(""); this.input.focus(); }));
  }
}
