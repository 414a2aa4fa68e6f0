// The timeline: a lane a session, a box a transaction with the operations that matter. By a clock, stretched where a box
// needs room for its text; or in the order of the argument, where only the closing edge runs backwards.

import { describe, extent } from "./cycle.js";
import { clipped, columns, g, shown } from "./dom.js";
import { INITIAL, placeId } from "./model.js";
import { Arrows, GLYPH, SMALL, at, cardTitle, isUnknown, operationText, operationTitle, overlap, picture, pillWidth, roleClass, round } from "./picture.js";

// The width of a letter of a time.
const TICK_GLYPH = 6.2;
const LANE = 62;
export const BOX = 28;
const THIN_LANE = 32;
const THIN_BOX = 18;

/** The ways in which a timeline can be drawn, best first: by what, and the words for it. */
export function clocks(model) {
  const players = model.players.map((id) => model.transaction(id)).filter((each) => each.id !== INITIAL);
  const all = (from, to) => players.length > 0 && players.every((each) => each[from] !== null && each[to] !== null && each[from] !== undefined);
  const found = [];
  const serial = all("serial", "serial");
  if (serial && model.ring.length === 0) {
    found.push({ id: "serial", name: "Claimed order", words: "in the serial order that the database claims", from: "serial", to: "serial" });
  }
  const stamped = all("start", "commit");
  const stamps = { id: "timestamps", name: "Timestamps", words: "by the database's start and commit timestamps, stretched where a box needs room", from: "start", to: "commit" };
  if (stamped && model.ring.length === 0) {
    found.push(stamps);
  }
  if (all("begin", "end")) {
    found.push({ id: "clock", name: "Clock", words: "the clients' clock, stretched where a box needs room", from: "begin", to: "end" });
  }
  if (stamped && model.ring.length > 0) {
    found.push(stamps);
  }
  found.push({ id: "order", name: "Order", words: (found.length === 0 ? "no times were recorded: " : "") + "drawn in the order of the steps, a lane a session" });
  return found;
}

function clockName(clock) {
  return { clock: "clients' clock", serial: "claimed order", timestamps: "timestamp" }[clock.id];
}

/** A time that may be physical:logical, as something to compare. */
export function instant(text) {
  const [physical, logical] = String(text).split(":");
  return { physical: BigInt(physical), logical: BigInt(logical || 0), text: String(text) };
}

export function compareInstants(a, b) {
  return a.physical < b.physical ? -1 : a.physical > b.physical ? 1 : a.logical < b.logical ? -1 : a.logical > b.logical ? 1 : 0;
}

/** A transaction in a lane: its name and its operations side by side. */
class Box {
  constructor(transaction, model) {
    this.transaction = transaction;
    this.model = model;
    this.parts = [];
    let skipped = 0;
    let x = 12 + columns(clipped(transaction.label, 20)) * GLYPH + 10;
    const skip = () => {
      if (skipped > 0) {
        const text = "+" + skipped;
        this.parts.push({ text, x, width: columns(text) * SMALL });
        x += columns(text) * SMALL + 6;
        skipped = 0;
      }
    };
    const whole = transaction.operations.length <= 4 && transaction.operationsLeftOut === 0;
    let shownSoFar = 0;
    for (const operation of transaction.operations) {
      if ((whole || operation.matters || isUnknown(operation)) && shownSoFar < 8) {
        skip();
        const width = columns(clipped(operation.text, 22)) * GLYPH + 10;
        this.parts.push({ operation, x, width });
        x += width + 4;
        shownSoFar++;
      } else {
        skipped++;
      }
    }
    skipped += transaction.operationsLeftOut;
    skip();
    if (transaction.partial) {
      // What else it did is not known here.
      this.parts.push({ text: "…", x, width: SMALL });
      x += SMALL + 6;
    }
    this.least = x + 6;
    this.width = this.least;
    this.x = 0;
    this.y = 0;
  }

  get right() { return this.x + this.width; }
  get bottom() { return this.y + BOX; }

  /** Where an edge meets the box: at its operation, else in its middle. */
  port(place) {
    const part = this.parts.find((each) => each.operation && ((place.operation && each.operation.operation === place.operation) || (place.predicate && each.operation.predicate === place.predicate)));
    return part ? this.x + part.x + part.width / 2 : this.x + Math.min(this.width, this.least) / 2;
  }

  draw(evidence) {
    const { transaction, model } = this;
    const box = g("g", {
      class: "card box-in-lane" + (evidence ? " evidence" : "") + (transaction.outcome === "aborted" ? " aborted" : ""), "data-steps": model.stepsOfPlace({ transaction: transaction.id }),
      "data-transaction": transaction.id, "data-begin": transaction.begin, "data-end": transaction.end, transform: at(this.x, this.y),
    },
      g("title", {}, cardTitle(transaction)),
      g("rect", { class: "box", width: round(this.width), height: BOX, rx: 6 }),
      g("text", { class: "name", x: 11, y: 18.5 }, clipped(transaction.label, 20)));
    this.parts.forEach((part) => {
      if (!part.operation) {
        box.append(g("text", { class: "more", x: part.x, y: 18 }, part.text));
        return;
      }
      const mine = { transaction: transaction.id, operation: part.operation.operation, predicate: part.operation.predicate };
      const known = !isUnknown(part.operation);
      box.append(g("g", { class: "operation chip" + (known ? roleClass(model.roleOf(mine)) : " unknown"), "data-steps": known ? model.stepsOfPlace(mine) : null, "data-operation": part.operation.operation || (part.operation.predicate ? "p" + part.operation.predicate : null) },
        g("title", {}, operationTitle(part.operation)),
        g("rect", { x: part.x, y: 4.5, width: round(part.width), height: 19, rx: 4 }),
        g("text", { x: part.x + 5, y: 18 }, operationText(part.operation, 22))));
    });
    return box;
  }
}

export function timelinePicture(model, clock, withOthers, width) {
  const boxes = model.players.map((id) => new Box(model.transaction(id), model));
  const byId = new Map(boxes.map((box) => [box.transaction.id, box]));
  const others = clock.from && withOthers ? otherBoxes(model, clock, byId) : [];
  const lanes = placeInLanes(boxes, others, laneHeight(model));
  const servers = (clock.id === "clock" && model.anomaly.faults || []).map((fault) => columns(clipped(fault.server, 18)));
  const names = Math.max(...lanes.map((lane) => columns(clipped(lane.name, 18))), ...servers) * GLYPH;
  const first = Math.max(0, ...boxes.map((box) => columns(String(box.transaction[clock.from] ?? ""))));
  const left = 16 + Math.max(names, clock.from ? columns(clockName(clock) + " →") * TICK_GLYPH + first * TICK_GLYPH / 2 : 0);
  const scale = clock.from ? byClock(boxes, others, clock, left, width) : (byOrder(boxes, model, left, width), { ticks: [] });
  return drawTimeline(model, boxes, others, lanes, scale, left, clock);
}

/** Transactions of the neighbourhood that have times. */
function otherBoxes(model, clock, byId) {
  if (!model.anomaly.context) {
    return [];
  }
  return model.anomaly.context.transactions
    .filter((each) => !byId.has(each.id) && each[clock.from] && each[clock.to])
    .map((transaction) => ({ transaction, x: 0, y: 0, width: 0, least: columns(clipped(transaction.label, 12)) * SMALL + 14, isOther: true, get right() { return this.x + this.width; } }));
}

/** Lanes lie farther apart where several arrows, each with its label, run between the same two. */
function laneHeight(model) {
  const between = new Map();
  model.edges.forEach((edge) => {
    const pair = [edge.source, edge.target].map((end) => model.transaction(end.transaction).session ?? "").sort().join("\n");
    between.set(pair, (between.get(pair) || 0) + 1);
  });
  const most = Math.max(1, ...between.values());
  return LANE + Math.min(3, most - 1) * 22 + (model.ring.length === 0 && model.roles.length > 0 ? 8 : 0);
}

/** A lane a session, in the order in which sessions enter the argument; others below. */
function placeInLanes(boxes, others, height) {
  const lanes = [];
  const lane = (box, thin) => {
    const session = box.transaction.session;
    let found = lanes.find((each) => each.session === session);
    if (!found) {
      found = { session, name: session === null || session === undefined ? "" : shown(session), boxes: [], thin, y: 0 };
      lanes.push(found);
    }
    found.boxes.push(box);
    return found;
  };
  boxes.forEach((box) => lane(box, false));
  others.forEach((box) => lane(box, true));
  let y = 30;
  lanes.forEach((each) => {
    each.y = y;
    each.boxes.forEach((box) => { box.y = box.isOther && !each.thin ? y + (BOX - THIN_BOX) / 2 : y; });
    y += each.thin ? THIN_LANE : height;
  });
  return lanes;
}

/** One after the other in the order of the argument. */
function byOrder(boxes, model, left, width) {
  const total = boxes.reduce((sum, box) => sum + box.width, 0);
  const room = Math.max(0, width - left - 40 - total) / Math.max(1, boxes.length - 1);
  const labels = [...model.edges.values()].map((edge) => pillWidth(edge, 1));
  const widest = Math.max(40, ...labels);
  let x = left + 14;
  boxes.forEach((box, i) => {
    box.x = x;
    const next = boxes[i + 1];
    const sameLane = next && next.transaction.session === box.transaction.session;
    x = box.right + (sameLane ? Math.max(widest + 24, Math.min(room, widest + 60)) : Math.max(36, Math.min(room, 130)));
  });
}

/** By time: x grows with it, and every box has the room that it needs. Returns the times to mark, and where any time is. */
function byClock(boxes, others, clock, left, width) {
  const timed = [...boxes.filter((box) => box.transaction.id !== INITIAL), ...others].map((box) => {
    const from = instant(box.transaction[clock.from]);
    const to = instant(box.transaction[clock.to]);
    return compareInstants(from, to) <= 0 ? { box, from, to } : { box, from: to, to: from, reversed: true };
  });
  const initial = boxes.find((box) => box.transaction.id === INITIAL);
  let x = left + 14;
  if (initial) {
    initial.x = x;
    x = initial.right + 30;
  }
  const instants = timed.flatMap((each) => [each.from, each.to]).sort(compareInstants).filter((each, i, all) => i === 0 || compareInstants(each, all[i - 1]) > 0);
  const span = Number(instants[instants.length - 1].physical - instants[0].physical) || 1;
  const scale = Math.max(0, width - x - 60) / span;
  const places = new Map();
  const key = (each) => each.physical + ":" + each.logical;
  // Boxes of one lane must not touch, so that a box begins behind the end of the one before it.
  const ends = new Map();
  instants.forEach((each, i) => {
    if (i > 0) {
      const before = instants[i - 1];
      x += Math.max(20, Math.min(180, Number(each.physical - before.physical) * scale));
    }
    timed.filter((one) => compareInstants(one.to, each) === 0 && compareInstants(one.from, each) < 0).forEach((one) => {
      x = Math.max(x, places.get(key(one.from)) + one.box.least);
    });
    timed.filter((one) => compareInstants(one.from, each) === 0).forEach((one) => {
      const lane = one.box.transaction.session;
      if (ends.has(lane)) {
        x = Math.max(x, ends.get(lane) + 8);
      }
    });
    places.set(key(each), x);
    const instantly = timed.filter((one) => compareInstants(one.from, each) === 0 && compareInstants(one.to, each) === 0);
    instantly.forEach((one) => {
      // At the same time means at the same place, in lanes of their own.
      const lane = one.box.transaction.session;
      one.box.x = Math.max(places.get(key(each)), ends.has(lane) ? ends.get(lane) + 8 : 0);
      one.box.width = one.box.least;
      ends.set(lane, Math.max(ends.get(lane) || 0, one.box.right));
    });
    instantly.forEach((one) => { x = Math.max(x, one.box.right - 10); });
    timed.filter((one) => compareInstants(one.to, each) === 0 && compareInstants(one.from, each) < 0).forEach((one) => {
      one.box.x = places.get(key(one.from));
      one.box.width = places.get(key(each)) - one.box.x;
      ends.set(one.box.transaction.session, Math.max(ends.get(one.box.transaction.session) || 0, one.box.right));
    });
  });
  const ticks = [];
  const mattering = new Set(timed.filter((one) => !one.box.isOther).flatMap((one) => [key(one.from), key(one.to)]));
  // Which is which goes without saying, unless the end comes first.
  const names = new Map(timed.filter((one) => one.reversed && !one.box.isOther).flatMap((one) => [[key(one.from), " " + clock.to], [key(one.to), " " + clock.from]]));
  let last = -Infinity;
  instants.forEach((each) => {
    const place = places.get(key(each));
    const text = each.text + (names.get(key(each)) || "");
    const needed = columns(text) * TICK_GLYPH + 8;
    if (mattering.has(key(each)) ? place - last > needed : place - last > needed + 24) {
      ticks.push({ x: place, text });
      last = place;
    }
  });
  return { ticks, place: (time) => placeBetween(instants, (each) => places.get(key(each)), time) };
}

/** Where a time is between those that have places; nowhere if it is before or after all of them. */
function placeBetween(instants, place, time) {
  const next = instants.findIndex((each) => compareInstants(each, time) >= 0);
  if (next < 0 || compareInstants(instants[next], time) === 0) {
    return next < 0 ? Infinity : place(instants[next]);
  }
  if (next === 0) {
    return -Infinity;
  }
  const [from, to] = [instants[next - 1], instants[next]];
  const span = Number(to.physical - from.physical);
  return place(from) + (span > 0 ? Number(time.physical - from.physical) / span : 0) * (place(to) - place(from));
}

/** Boxes of one session that overlap in time go into rows of their own. */
function stagger(lanes) {
  let shift = 0;
  for (const lane of lanes) {
    const rows = [];
    const height = lane.thin ? THIN_LANE : BOX + 8;
    lane.y += shift;
    for (const box of lane.boxes.slice().sort((a, b) => a.x - b.x)) {
      let row = rows.findIndex((end) => end <= box.x + 1);
      if (row < 0) {
        row = rows.length;
        rows.push(0);
      }
      rows[row] = box.right;
      box.y += shift + row * height;
    }
    lane.rows = rows.length;
    shift += (rows.length - 1) * height;
  }
}

function drawTimeline(model, boxes, others, lanes, scale, left, clock) {
  const { ticks } = scale;
  stagger(lanes);
  const end = Math.max(...boxes.map((box) => box.right), ...others.map((box) => box.right)) + 16;
  const arrows = new Arrows(model, boxes.map((box) => ({ x: box.x, y: box.y, right: box.right, bottom: box.bottom })));
  const byId = new Map(boxes.map((box) => [box.transaction.id, box]));
  const curves = [];
  const onRing = new Set(model.ring.map((edge) => edge.id));
  for (const edge of [...model.ring, ...model.beside]) {
    const from = byId.get(edge.source.transaction);
    const to = byId.get(edge.target.transaction);
    if (from && to) {
      const curve = laneCurve(from, from.port(edge.source), to, to.port(edge.target), curves, clock.from);
      curves.push(curve);
      arrows.add(edge, curve, model.ring.length > 0 && !onRing.has(edge.id));
    }
  }
  const ringPlayers = new Set(model.ring.map((edge) => edge.source.transaction));
  const last = lanes[lanes.length - 1];
  const bottom = last.y + (last.rows - 1) * (last.thin ? THIN_LANE : BOX + 8) + BOX + 4;
  const faults = clock.id === "clock" ? faultLanes(model.anomaly.faults || [], scale.place, left, end, bottom + (model.ring.length === 0 && model.roles.length > 0 ? 56 : 30)) : null;
  const flags = roleFlags(model, byId, arrows);
  const extents = [{ x: 0, y: 6, right: end, bottom: faults ? faults.bottom : bottom }, ...arrows.boxes, ...curves.map(extent)];
  const top = Math.min(...extents.map((box) => box.y));
  const grid = g("g", { class: "grid" },
    ticks.map((tick) => [g("line", { x1: round(tick.x), x2: round(tick.x), y1: top + 2, y2: bottom }), g("text", { x: round(tick.x), y: top - 5, "text-anchor": "middle" }, shown(tick.text))]),
    ticks.length > 0 && g("text", { x: 4, y: top - 5 }, clockName(clock) + " →"));
  if (ticks.length > 0) {
    const last = ticks[ticks.length - 1];
    extents.push({ x: 0, y: top - 18, right: Math.max(end, last.x + columns(last.text) * TICK_GLYPH / 2), bottom: top });
  }
  const rails = g("g", { class: "rails" }, lanes.map((lane) => [
    g("line", { x1: left, x2: end, y1: lane.y + (lane.thin ? THIN_BOX : BOX) / 2, y2: lane.y + (lane.thin ? THIN_BOX : BOX) / 2 }),
    g("text", { class: lane.thin ? "thin" : "", x: 4, y: lane.y + (lane.thin ? THIN_BOX : BOX) / 2 + 4 }, g("title", {}, lane.name), clipped(lane.name, 18))]));
  const grey = g("g", { class: "others" }, others.map((box) => g("g", { transform: at(box.x, box.y), "data-begin": box.transaction.begin, "data-end": box.transaction.end },
    g("title", {}, cardTitle(box.transaction) + "\n" + box.transaction.operations.map((each) => shown(each.text)).join(" ")),
    g("rect", { width: round(box.width), height: THIN_BOX, rx: 4 }),
    g("text", { x: round(box.width / 2), y: 12.5, "text-anchor": "middle" }, clipped(box.transaction.label, 12)))));
  return picture("timeline", extents, "Timeline: " + describe(model), [faults && faults.bands(top), grid, rails, faults && faults.lanes, grey, arrows.lines,
    g("g", { class: "cards" }, boxes.map((box) => box.draw(model.ring.length > 0 && !ringPlayers.has(box.transaction.id)))), arrows.pills, flags]);
}

/** What went wrong meanwhile: a lane a server below the sessions, and a band behind them. */
function faultLanes(faults, place, left, right, top) {
  if (faults.length === 0) {
    return null;
  }
  const servers = [...new Set(faults.map((fault) => fault.server))];
  const rows = [];
  const bars = faults.map((fault) => {
    const from = Math.max(left + 2, place(instant(fault.begin)));
    const to = Math.max(from + 4, fault.end === null ? right : Math.min(right, place(instant(fault.end))));
    // With its times where there is room for them, and where they lie within what is drawn.
    const kind = clipped(fault.kind, 16);
    const [isBefore, isAfter] = [place(instant(fault.begin)) < left, fault.end === null || place(instant(fault.end)) > right];
    const whole = isBefore && isAfter ? `${kind} all the time`
      : isBefore ? `${kind} until ${shown(fault.end)}`
        : isAfter ? `${kind} from ${shown(fault.begin)} on`
          : `${kind} ${shown(fault.begin)}–${shown(fault.end)}`;
    const needed = (words) => columns(words) * SMALL + 10;
    const text = to - from >= needed(whole) ? whole : kind;
    const inside = to - from >= needed(text);
    const room = inside ? to : to + needed(text);
    // Faults of one server that overlap in time go into rows of their own.
    const lane = servers.indexOf(fault.server);
    let row = rows.findIndex((each) => each.lane === lane && each.end <= from);
    if (row < 0) {
      row = rows.push({ lane, end: 0 }) - 1;
    }
    rows[row].end = room + 4;
    return { fault, from, to, text, inside, row };
  });
  const order = rows.map((each, row) => row).sort((a, b) => rows[a].lane - rows[b].lane || a - b);
  const y = (row) => top + order.indexOf(row) * THIN_LANE;
  const times = (fault) => `${shown(fault.begin)} to ${fault.end === null ? "the end" : shown(fault.end)}`;
  return {
    bottom: top + rows.length * THIN_LANE,
    bands: (upTo) => g("g", { class: "fault-bands" }, bars.map((bar) => g("rect", { x: round(bar.from), y: upTo + 2, width: round(bar.to - bar.from), height: round(top - upTo - 8) }))),
    lanes: g("g", { class: "faults" },
      order.map((row, i) => [
        g("line", { x1: left, x2: right, y1: y(row) + THIN_BOX / 2, y2: y(row) + THIN_BOX / 2 }),
        (i === 0 || rows[order[i - 1]].lane !== rows[row].lane) && g("text", { x: 4, y: y(row) + THIN_BOX / 2 + 4 }, g("title", {}, shown(servers[rows[row].lane])), clipped(servers[rows[row].lane], 18))]),
      bars.map((bar) => g("g", { class: "fault", "data-begin": bar.fault.begin, "data-end": bar.fault.end, transform: at(bar.from, y(bar.row)) },
        g("title", {}, `${shown(bar.fault.kind)} of ${shown(bar.fault.server)}, ${times(bar.fault)}`),
        g("rect", { width: round(bar.to - bar.from), height: THIN_BOX, rx: 3 }),
        g("text", bar.inside ? { x: round((bar.to - bar.from) / 2), y: 12.5, "text-anchor": "middle" } : { x: round(bar.to - bar.from) + 5, y: 12.5 }, bar.text)))),
  };
}

/** From a box to another: down or up between lanes, in an arc within one. */
function laneCurve(from, x1, to, x2, drawn, byTime) {
  if (!byTime && x2 < x1 && from.y - to.y > 4) {
    // Backwards in a staircase: over the empty half above it.
    const high = to.y - 34 - Math.min(40, (x1 - x2) * 0.04);
    return [x1, from.y, x1, high, x2 + Math.min(120, (x1 - x2) * 0.3), high, x2, to.y];
  }
  if (Math.abs(from.y - to.y) < 4) {
    const level = drawn.filter((other) => Math.abs(other[1] - from.y) < 2 && Math.abs(other[7] - from.y) < 2).length;
    const lift = 36 + level * 32 + Math.min(20, Math.abs(x2 - x1) * 0.04);
    return [x1, from.y, x1, from.y - lift, x2, to.y - lift, x2, to.y];
  }
  const down = from.y < to.y;
  const y1 = down ? from.bottom : from.y;
  const y2 = down ? to.y : to.bottom;
  const middle = (y1 + y2) / 2;
  const steep = Math.max(18, Math.abs(y2 - y1) * 0.5);
  return Math.abs(x2 - x1) < 30
    ? [x1, y1, x1, middle, x2, middle, x2, y2]
    : [x1, y1, x1, y1 + (down ? steep : -steep), x2, y2 - (down ? steep : -steep), x2, y2];
}

/** What a transaction or an operation has to do with an anomaly that has no edges. */
function roleFlags(model, byId, arrows) {
  const flags = g("g", { class: "flags" });
  if (model.ring.length > 0) {
    return flags;
  }
  const said = new Set();
  for (const role of model.roles) {
    const box = byId.get(role.transaction);
    const words = role.words;
    const id = placeId(role) + role.role;
    if (!box || !words || said.has(id)) {
      continue;
    }
    said.add(id);
    const text = clipped(words + (role.role === "expected" && role.text ? ": " + role.text : ""), 34);
    const width = columns(text) * SMALL + 14;
    const x = box.port(role);
    let y = box.bottom + 8;
    const room = () => ({ x: x - width / 2, y, right: x + width / 2, bottom: y + 18 });
    while (arrows.taken.some((other) => overlap(room(), other) > 0)) {
      y += 20;
    }
    arrows.taken.push(room());
    flags.append(g("g", { class: "flag role-" + role.role, transform: at(x - width / 2, y), "data-steps": model.stepsOfPlace(role) },
      g("path", { class: "stem", d: `M${round(width / 2)} 0V${round(box.bottom - y - 4)}` }),
      g("rect", { width: round(width), height: 18, rx: 4 }),
      g("text", { x: 7, y: 13 }, text)));
  }
  return flags;
}
