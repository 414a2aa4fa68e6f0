// What pages compute before they draw: run by node, without a browser. `node --test core/src/test/page`
import assert from "node:assert/strict";
import { test } from "node:test";
import { byShape } from "../../main/page/list.js";
import { Model } from "../../main/page/model.js";
import { clipped, columns, count, shown } from "../../main/page/dom.js";
import { instant, compareInstants } from "../../main/page/timeline.js";
import { wrongElement } from "../../main/page/expected.js";
import { byCause } from "../../main/page/causes.js";

const place = (transaction, operation) => ({ transaction, operation });
const edge = (id, from, to, relation, justification = {}) => ({ id, relation, source: place(from, 1), target: place(to, 1), justification });

function anomaly(fields) {
  return { cast: [{ id: 0, label: "T1" }, { id: 1, label: "T2" }], edges: [], cycle: [], roles: [], explanation: { steps: [] }, ...fields };
}

test("anomalies that look alike stand together, in the order of the first of each shape", () => {
  const rows = [{ shape: 4 }, { shape: 2 }, { shape: 4 }, { shape: 7 }, { shape: 2 }];
  assert.deepEqual(byShape(rows, [0, 1, 2, 3, 4]), [[0, 2], [1, 4], [3]]);
  assert.deepEqual(byShape(rows, [3, 4]), [[3], [4]]);
  assert.deepEqual(byShape(rows, []), []);
});

test("broken claims with one cause are one group, the largest first", () => {
  const cell = (claims, kinds, name) => ({ brokenClaims: claims, found: kinds.map((kind) => ({ kind })), name });
  const groups = byCause([cell(["snapshot-isolation"], ["LostUpdate"], "a"), cell(["serializability"], ["G2-item"], "b"), cell(["serializability"], ["G2-item", "G2-item"], "c")]);
  assert.deepEqual(groups.map((each) => [each.kinds, each.cells.map((one) => one.name)]), [["G2-item", ["b", "c"]], ["LostUpdate", ["a"]]]);
});

test("a model knows the ring, what is beside it, and which steps are about what", () => {
  const model = new Model(anomaly({
    edges: [edge(1, 0, 1, "wr"), edge(2, 1, 0, "co", { visible: [edge(3, 1, 2, "so")] })], cycle: [1, 2],
    explanation: { steps: [{ edges: [1], places: [] }, { edges: [2], places: [place(0, 1)] }] },
  }), null);
  assert.deepEqual(model.ring.map((each) => each.id), [1, 2]);
  assert.deepEqual(model.beside.map((each) => each.id), [3]);
  assert.equal(model.closing.id, 2);
  assert.deepEqual(model.players, [0, 1, 2]);
  assert.equal(model.stepsOfEdge(model.closing), "1");
  assert.equal(model.stepsOfPlace(place(0, 1)), "0 1");
  assert.equal(model.numberOf(model.closing), 2);
});

test("of a case only its own edges and steps count", () => {
  const steps = [{ edges: [1], places: [], case: "1" }, { edges: [2], places: [], case: "2" }];
  const cases = [{ case: "1", cycle: [edge(1, 0, 1, "ww")] }, { case: "2", cycle: [edge(2, 1, 0, "rw")] }];
  const model = new Model(anomaly({ cases, explanation: { steps } }), "2");
  assert.deepEqual([...model.edges.keys()], [2]);
  assert.equal(model.steps.length, 1);
  assert.equal(model.steps[0].index, 1);
});

test("the initial state stands first where there is no ring", () => {
  const model = new Model(anomaly({ roles: [{ role: "reader", transaction: 1 }, { role: "writer", transaction: -1 }] }), null);
  assert.deepEqual(model.players, [-1, 0, 1]);
});

test("timestamps are compared as numbers, the logical part last", () => {
  const order = ["9", "10", "10:1", "10:12", "9007199254740993"].map(instant);
  for (let i = 1; i < order.length; i++) {
    assert.equal(compareInstants(order[i - 1], order[i]), -1);
    assert.equal(compareInstants(order[i], order[i - 1]), 1);
  }
  assert.equal(compareInstants(instant("10"), instant("10:0")), 0);
});

test("lists are marked where they first differ, and alone where they repeat", () => {
  assert.equal(wrongElement([1, 2, 3], [1, 3])(1), true);
  assert.equal(wrongElement([1, 2, 3], [1, 3])(2), false);
  assert.equal(wrongElement([1, 2, 1], null)(0), true);
  assert.equal(wrongElement([1, 2, 1], null)(1), false);
});

test("text of strangers shows what it hides, and its width counts", () => {
  assert.ok(!/[\u202e\u0000]/u.test(shown("a\u202eb\u0000")));
  assert.equal(columns("ab"), 2);
  assert.equal(columns("日本"), 4);
  assert.ok(columns(clipped("日本日本日本", 5)) <= 5);
  assert.equal(count(1, "anomaly"), "1 anomaly");
});
