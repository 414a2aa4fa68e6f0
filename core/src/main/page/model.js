// What pictures are drawn from: one anomaly of the report, or one case of it, with its edges by number and with the
// steps of the argument that each edge, transaction and operation belongs to. Nothing is inferred here.

export const INITIAL = -1;

/** Relations: what an arrow means, in a few words. */
export const RELATIONS = {
  wr: "read from",
  "predicate-wr": "a query saw the write",
  ww: "was overwritten",
  rw: "was overwritten after the read",
  "predicate-rw": "a query missed the write",
  so: "session order",
  rt: "ended before the other began",
  start: "is in the snapshot",
  init: "initial state",
  co: "forced by the level",
};

export const placeId = (place) => place.transaction + ":" + (place.operation ?? "") + ":" + (place.predicate ?? "");

export class Model {
  constructor(anomaly, caseNumber) {
    this.anomaly = anomaly;
    /** Which case is drawn; null where there are none. */
    this.caseNumber = caseNumber;
    this.transactions = new Map();
    for (const transaction of [...anomaly.cast, ...(anomaly.context ? anomaly.context.transactions : [])]) {
      this.transactions.set(transaction.id, transaction);
    }
    this.edges = new Map();
    const known = new Map();
    const collect = (edge, into) => {
      into.set(edge.id, edge);
      const why = edge.justification;
      [...(why.visible || []), ...(why.order || []), ...(why.read ? [why.read] : [])].forEach((each) => collect(each, into));
    };
    const cases = anomaly.cases || [];
    anomaly.edges.forEach((edge) => collect(edge, known));
    cases.forEach((each) => (each.cycle || []).forEach((edge) => collect(edge, known)));
    const chosen = cases.find((each) => each.case === caseNumber);
    const ringIds = chosen ? (chosen.cycle || []).map((edge) => edge.id) : anomaly.cycle;
    this.ring = ringIds.map((id) => known.get(id)).filter((edge) => edge);
    // Of a case its own edges, else all.
    (cases.length > 0 ? (chosen && chosen.cycle) || [] : anomaly.edges).forEach((edge) => collect(edge, this.edges));
    this.steps = anomaly.explanation.steps
      .map((step, index) => ({ ...step, index }))
      .filter((step) => !step.case || !caseNumber || step.case === caseNumber);
    this.closing = this.ring.length > 0 ? this.ring[this.ring.length - 1] : null;
    this.roles = anomaly.roles || [];
    this.#link();
  }

  /** The steps behind each edge and place. */
  #link() {
    this.edgeSteps = new Map();
    this.placeSteps = new Map();
    const add = (map, key, step) => {
      if (!map.has(key)) {
        map.set(key, new Set());
      }
      map.get(key).add(step);
    };
    for (const step of this.steps) {
      step.edges.forEach((edge) => add(this.edgeSteps, edge, step.index));
      const ends = step.edges.map((id) => this.edges.get(id)).filter((edge) => edge).flatMap((edge) => [edge.source, edge.target]);
      for (const place of [...step.places, ...ends]) {
        add(this.placeSteps, placeId({ transaction: place.transaction }), step.index);
        add(this.placeSteps, placeId(place), step.index);
      }
    }
  }

  stepsOfEdge(edge) {
    return [...(this.edgeSteps.get(edge.id) || [])].join(" ");
  }

  stepsOfPlace(place) {
    return [...(this.placeSteps.get(placeId(place)) || [])].join(" ");
  }

  transaction(id) {
    return this.transactions.get(id) || { id, name: "init", label: "initial state", session: null, operations: [], operationsLeftOut: 0, outcome: "committed" };
  }

  /** The number that a step has in the prose; sentences without edges have none. */
  numberOf(edge) {
    if (this.caseNumber) {
      return this.ring.indexOf(edge) + 1 || null;
    }
    const step = this.steps.filter((each) => each.edges.length > 0).findIndex((each) => each.edges[0] === edge.id);
    return step < 0 ? null : step + 1;
  }

  /** Edges that are not on the ring: evidence for those that are, or all there is. */
  get beside() {
    const onRing = new Set(this.ring.map((edge) => edge.id));
    return [...this.edges.values()].filter((edge) => !onRing.has(edge.id));
  }

  /** The transactions of the picture, in the order of the argument. */
  get players() {
    const ids = [];
    const enter = (id) => { if (!ids.includes(id)) { ids.push(id); } };
    this.ring.forEach((edge) => enter(edge.source.transaction));
    if (this.ring.length === 0) {
      this.anomaly.cast.forEach((each) => { if (!this.caseNumber || this.#isInCase(each.id)) { enter(each.id); } });
    }
    this.beside.forEach((edge) => { enter(edge.source.transaction); enter(edge.target.transaction); });
    this.roles.forEach((role) => { if (this.ring.length === 0 || this.edges.size === 0) { enter(role.transaction); } });
    // What was there first stands first, unless the argument has it elsewhere.
    return this.ring.length === 0 && ids.includes(INITIAL) ? [INITIAL, ...ids.filter((id) => id !== INITIAL)] : ids;
  }

  #isInCase(id) {
    return [...this.edges.values()].some((edge) => edge.source.transaction === id || edge.target.transaction === id)
      || this.placeSteps.has(placeId({ transaction: id }));
  }

  roleOf(place) {
    return this.roles.filter((role) => placeId(role) === placeId(place)).map((role) => role.role);
  }
}
