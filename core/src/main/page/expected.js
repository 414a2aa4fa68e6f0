// What should have been read and what was: for anomalies of one result, which have no cycle.

import { count, h, shown } from "./dom.js";
import { panel } from "./widgets.js";

const MOST_ELEMENTS = 60;
const RESULT_ROLES = { missing: "should be in the result", unexpected: "should not be in the result", different: "has another value in the result" };

export function expectationPanel(model) {
  const { expected, actual, predicate } = model.anomaly;
  const lists = listRows(model);
  const inResult = model.roles.filter((role) => RESULT_ROLES[role.role]);
  const asked = predicate || (inResult.length > 0 ? conditionOf(model) : null);
  // What was read alone is marked in the timeline.
  const plain = expected && lists.length === 0;
  if (!plain && lists.length === 0 && inResult.length === 0) {
    return null;
  }
  return panel("Expected and actual", "", "expectation",
    asked && h("p", {}, "Query ", h("code", {}, shown(asked))),
    plain && h("dl", { class: "versus" },
      expected && h("div", { class: "expected" }, h("dt", {}, "Expected"), h("dd", {}, shown(expected))),
      actual && h("div", { class: "actual" }, h("dt", {}, "Actual"), h("dd", {}, shown(actual)))),
    lists,
    inResult.length > 0 && h("ul", { class: "in-result" }, inResult.map((role) => h("li", { class: role.role }, h("code", {}, shown(role.text ?? role.key)), " " + RESULT_ROLES[role.role]))));
}

/** The predicate read at fault, as its operation is written. */
function conditionOf(model) {
  const reader = model.roles.find((role) => role.role === "reader" && role.predicate);
  const operation = reader && model.transaction(reader.transaction).operations.find((each) => each.predicate === reader.predicate);
  return operation ? operation.text : null;
}

/** Lists element by element, marked where they differ or repeat; nothing if they do neither. */
function listRows(model) {
  const read = model.roles.filter((role) => Array.isArray(role.value));
  const [first, second] = ["first", "second"].map((name) => read.find((role) => role.role === name));
  const isWrong = (role) => wrongElement(role.value, first && second ? (role === first ? second : first).value : null);
  if (!read.some((role) => role.value.some((_, i) => isWrong(role)(i)))) {
    return [];
  }
  return read.map((role) => h("div", { class: "list-row" }, h("b", {}, shown(model.transaction(role.transaction).label)), " read ",
    h("span", { class: "elements" }, role.value.slice(0, MOST_ELEMENTS).map((element, i) =>
      h("code", { class: isWrong(role)(i) ? "wrong" : "" }, shown(element ?? "nil"))),
    role.value.length > MOST_ELEMENTS && " … " + count(role.value.length - MOST_ELEMENTS, "more element"))));
}

/** Whether an element is the first in which a list differs from another; of one alone, whether it repeats. */
export function wrongElement(list, other) {
  const split = other ? list.findIndex((element, i) => element !== other[i]) : -1;
  return (i) => (other ? i === split : list.indexOf(list[i]) !== list.lastIndexOf(list[i]));
}
