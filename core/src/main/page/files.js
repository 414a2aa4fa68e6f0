// Pictures as files of their own.

import { g } from "./dom.js";

/** A picture as a file: with the part of the style that it needs, and on paper, so that it can be read anywhere. */
export function standalone(svg) {
  const copied = svg.cloneNode(true);
  [copied, ...copied.querySelectorAll("*")].forEach((each) => {
    each.classList.remove("lit", "selected");
    [...each.attributes].filter((attribute) => attribute.name.startsWith("data-") || attribute.name === "tabindex").forEach((attribute) => each.removeAttribute(attribute.name));
    if (each.getAttribute("class") === "") {
      each.removeAttribute("class");
    }
  });
  const [x, y, width, height] = copied.getAttribute("viewBox").split(" ");
  copied.prepend(g("rect", { class: "paper", x, y, width, height }));
  copied.prepend(g("style", {}, "\n" + styleOf(copied)));
  return new XMLSerializer().serializeToString(copied) + "\n";
}

/** The rules of the pictures' style that apply to something in this one. */
function styleOf(svg) {
  const all = document.getElementById("picture-style").textContent.replace(/\/\*[^]*?\*\//gu, "");
  const dark = /@media[^{]*\{\s*\.picture \{[^}]*\}\s*\}/u.exec(all)[0];
  const rules = [...all.replace(dark, "").matchAll(/([^{}]+)\{([^{}]*)\}/gu)].map(([, selector, body]) => ({ selector: selector.trim(), body }));
  const used = rules.filter(({ selector }) => selector.split(",").some((each) => each.trim() === ".picture" || svg.querySelector(each.trim().replace(/^\.picture /u, ""))));
  return [...used.slice(0, 1).map((rule) => rule.selector + " {" + rule.body + "}"), dark, ...used.slice(1).map((rule) => rule.selector + " {" + rule.body + "}")].join("\n") + "\n";
}

/** The edges of the picture as a Graphviz graph. */
export function dot(model) {
  const quote = (text) => '"' + shown(text).replace(/\\/gu, "\\\\").replace(/"/gu, '\\"') + '"';
  const lines = ["digraph isogauge {", "  rankdir=LR;", "  node [shape=box];"];
  const ids = new Set([...model.edges.values()].flatMap((edge) => [edge.source.transaction, edge.target.transaction]));
  ids.forEach((id) => {
    const transaction = model.transaction(id);
    lines.push(`  t${id < 0 ? "init" : id} [label=${quote(transaction.label + (transaction.session === null ? "" : ": " + transaction.operations.map((each) => each.text).join(" ")))}];`);
  });
  model.edges.forEach((edge) => {
    const name = (end) => "t" + (end.transaction < 0 ? "init" : end.transaction);
    lines.push(`  ${name(edge.source)} -> ${name(edge.target)} [label=${quote(edge.relation + " " + edge.label)}${edge.relation === "co" ? ", style=dashed, color=red" : ""}];`);
  });
  return lines.join("\n") + "\n}\n";
}
