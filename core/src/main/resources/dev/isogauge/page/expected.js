// What should have been read and what was: for anomalies of one result, which have no cycle.

const MOST_ELEMENTS = 60;
const RESULT_ROLES = { missing: "should be in the result", unexpected: "should not be in the result", different: "has another value in the result" };

function expectationPanel(model) {
  const { expected, actual, predicate, rows } = model.anomaly;
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
    inResult.length > 0 && h("ul", { class: "in-result" }, inResult.map((role) => h("li", { class: role.role }, h("code", {}, shown(role.text ?? role.key)), " " + RESULT_ROLES[role.role]))),
    rows && rows.length > 0 && rowTable(model, rows));
}

/** The predicate read at fault, as its operation is written. */
function conditionOf(model) {
  const reader = model.roles.find((role) => role.role === "reader" && role.predicate);
  const operation = reader && model.transaction(reader.transaction).operations.find((each) => each.predicate === reader.predicate);
  return operation ? operation.text : null;
}

/** Lists element by element, marked where they differ or repeat. */
function listRows(model) {
  const { kind, common } = model.anomaly;
  const read = model.roles.filter((role) => Array.isArray(role.value));
  if (kind !== "IncompatibleOrder" && kind !== "DuplicateElement") {
    return [];
  }
  return read.map((role) => h("div", { class: "list-row" }, h("b", {}, shown(model.transaction(role.transaction).label)), " read ",
    h("span", { class: "elements" }, role.value.slice(0, MOST_ELEMENTS).map((element, i) => {
      const wrong = kind === "DuplicateElement" ? role.value.indexOf(element) !== role.value.lastIndexOf(element) : i === common;
      return h("code", { class: wrong ? "wrong" : "" }, shown(element ?? "nil"));
    }), role.value.length > MOST_ELEMENTS && " … " + count(role.value.length - MOST_ELEMENTS, "more element"))));
}

function rowTable(model, rows) {
  return h("div", { class: "scroller" }, h("table", {},
    h("thead", {}, h("tr", {}, ["Key", "In the claimed order", "Last written by", "Result"].map((each) => h("th", { scope: "col" }, each)))),
    h("tbody", {}, rows.map((row) => h("tr", {},
      h("td", {}, h("code", {}, shown(row.key))), h("td", {}, h("code", {}, shown(row.state))),
      h("td", {}, row.write && row.write.transaction !== INITIAL ? shown(model.transaction(row.write.transaction).label) : "initial state"),
      h("td", {}, row.result.replaceAll("-", " "), row.seen ? [" ", h("code", {}, shown(row.seen))] : ""))))));
}
