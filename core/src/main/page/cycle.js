// The cycle: cards on a ring in the order of the argument, arrows from operation to operation. The evidence of an edge
// that a level forces stands outside the ring, beside that edge. What has no cycle is drawn from left to right.

import { g } from "./dom.js";
import { Arrows, Card, Fold, picture, pillWidth, pointOf, round } from "./picture.js";

export const MOST_CARDS = 12;
const FRONT = 6;
const BETWEEN_ROWS = 76;

export function cyclePicture(model, width) {
  if (model.ring.length === 0) {
    return dependencyPicture(model, width);
  }
  const nodes = ringNodes(model);
  const cards = nodes.map((node) => node.card);
  const evidence = evidenceCards(model, nodes);
  const narrow = width < 520;
  const routes = narrow ? stack(cards, evidence) : ringRows(model, nodes, evidence, width);
  return compose("cycle", model, [...cards, ...evidence.map((each) => each.card)], routes, nodes, "The cycle: " + describe(model), narrow ? 0 : 480);
}

export function describe(model) {
  return (model.ring.length > 0 ? model.ring : model.beside).map((edge) => edge.from + " before " + edge.to + " (" + edge.relation + (edge.label ? " " + edge.label : "") + ")").join(", ");
}

/** The ring, an entry a card: the edge that leaves it too. The middle of a long one is folded. */
function ringNodes(model) {
  const nodes = model.ring.map((edge) => ({ edge, card: new Card(model.transaction(edge.source.transaction), model, false) }));
  if (nodes.length <= MOST_CARDS) {
    return nodes;
  }
  const end = MOST_CARDS - FRONT - 1;
  const hidden = nodes.length - FRONT - end;
  return [...nodes.slice(0, FRONT), { edge: null, card: new Fold(hidden) }, ...nodes.slice(nodes.length - end)];
}

/** Cards of transactions that are only evidence, each with the place of the ring's edge that needs it. */
function evidenceCards(model, nodes) {
  const seen = new Set(model.ring.map((edge) => edge.source.transaction));
  const found = [];
  nodes.forEach(({ edge }, place) => {
    if (!edge) {
      return;
    }
    const why = edge.justification;
    const path = [...(why.visible || []), ...(why.order || [])];
    const ids = [...path.map((each) => each.source.transaction), ...path.map((each) => each.target.transaction), ...(why.read ? [why.read.target.transaction] : [])];
    ids.forEach((id) => {
      if (!seen.has(id)) {
        seen.add(id);
        found.push({ place, card: new Card(model.transaction(id), model, true) });
      }
    });
  });
  model.beside.forEach((edge) => [edge.source, edge.target].forEach((end) => {
    if (!seen.has(end.transaction)) {
      seen.add(end.transaction);
      found.push({ place: 0, card: new Card(model.transaction(end.transaction), model, true) });
    }
  }));
  return found;
}

/** One below the other, for narrow screens: arrows run down on the right, and back on the left. */
function stack(cards, evidence) {
  const all = [];
  cards.forEach((card, i) => {
    all.push(card);
    evidence.filter((each) => each.place === i).forEach((each) => all.push(each.card));
  });
  const widest = Math.max(...all.map((card) => card.width));
  let y = 0;
  all.forEach((card) => {
    card.x = (widest - card.width) / 2;
    card.y = y;
    y = card.bottom + 34;
  });
  return (from, to) => (from.y < to.y ? "RR" : "LL");
}

/** The ring as a rectangle: a row above, a row below, and what is left over on the two sides. */
function ringRows(model, nodes, evidence, width) {
  const cards = nodes.map((node) => node.card);
  const n = cards.length;
  const widest = Math.max(...cards.map((card) => card.width));
  const label = Math.max(0, ...nodes.filter((node) => node.edge).map((node) => pillWidth(node.edge, 1)));
  const gap = Math.max(96, label + 44);
  const fitting = Math.max(2, Math.floor((width + gap) / (widest + gap)));
  const inRow = Math.min(Math.ceil(n / 2), fitting);
  const single = n <= 2;
  const top = single ? cards : cards.slice(0, inRow);
  const beside = single ? 0 : n - 2 * inRow;
  const right = cards.slice(inRow, inRow + Math.max(0, Math.ceil(beside / 2)));
  const below = single ? [] : cards.slice(inRow + right.length, inRow + right.length + Math.min(inRow, n - inRow - right.length)).reverse();
  const left = single ? [] : cards.slice(inRow + right.length + below.length).reverse();
  const above = evidence.filter((each) => each.place < Math.max(1, single ? 1 : inRow)).map((each) => each.card);
  const under = evidence.filter((each) => !above.includes(each.card)).map((each) => each.card).reverse();
  let reach = Math.max(rowWidth(top, gap), rowWidth(below, gap));
  reach = Math.max(reach, Math.min(width - 190, 250 + 170 * Math.min(inRow, 2)), rowWidth(above, 96) + 150, rowWidth(under, 96) + 150);
  let y = 0;
  if (above.length > 0) {
    y = spread(above, y, reach, 96) + BETWEEN_ROWS;
  }
  y = spread(top, y, reach, gap);
  const middle = Math.max(left.length, right.length);
  for (let i = 0; i < middle; i++) {
    const row = [left[i], right[i]].filter((card) => card);
    row.forEach((card) => {
      card.y = y + BETWEEN_ROWS - 12;
      card.x = card === left[i] ? top[0].x + (top[0].width - card.width) / 2 : top[top.length - 1].right - (top[top.length - 1].width + card.width) / 2;
    });
    y = Math.max(...row.map((card) => card.bottom));
  }
  if (below.length > 0) {
    y = spread(below, y + BETWEEN_ROWS, reach, gap);
  }
  if (under.length > 0) {
    spread(under, y + BETWEEN_ROWS, reach, 96);
  }
  const inTop = new Set(top);
  const inBelow = new Set(below);
  return (from, to) => {
    if (single && inTop.has(from) && inTop.has(to)) {
      return from.x < to.x ? "RL" : "LR";
    }
    if (inTop.has(from) && inTop.has(to)) {
      return from.x < to.x ? "RL" : "LR";
    }
    if (inBelow.has(from) && inBelow.has(to)) {
      return from.x < to.x ? "RL" : "LR";
    }
    if (cards.includes(from) && cards.includes(to)) {
      return from.y < to.y ? "RR" : "LL";
    }
    return null;
  };
}

function rowWidth(row, gap) {
  return row.reduce((sum, card) => sum + card.width + gap, -gap);
}

/** Puts a row at a height, spread over the width that there is; returns where the row ends. */
function spread(row, y, reach, gap) {
  const height = Math.max(...row.map((card) => card.height));
  const own = row.reduce((sum, card) => sum + card.width, 0);
  const space = row.length > 1 ? Math.min((reach - own) / (row.length - 1), gap * 2.2) : 0;
  let x = (reach - own - space * (row.length - 1)) / 2;
  row.forEach((card) => {
    card.x = x;
    card.y = y + (height - card.height) / 2;
    x += card.width + space;
  });
  return y + height;
}

/** What depends on what, from left to right, where there is no cycle. */
function dependencyPicture(model, width) {
  if (model.edges.size === 0) {
    return null;
  }
  const ids = [...new Set([...model.edges.values()].flatMap((edge) => [edge.source.transaction, edge.target.transaction]))];
  const cards = new Map(ids.map((id) => [id, new Card(model.transaction(id), model, false)]));
  const depth = new Map(ids.map((id) => [id, 0]));
  for (let round = 0; round < ids.length; round++) {
    model.edges.forEach((edge) => {
      const next = depth.get(edge.source.transaction) + 1;
      if (next > depth.get(edge.target.transaction) && next < ids.length) {
        depth.set(edge.target.transaction, next);
      }
    });
  }
  if (width < 520) {
    const routes = stack(ids.slice().sort((a, b) => depth.get(a) - depth.get(b)).map((id) => cards.get(id)), []);
    return compose("cycle", model, [...cards.values()], routes, [], describe(model), 0);
  }
  const gap = Math.max(110, ...[...model.edges.values()].map((edge) => pillWidth(edge, 1) + 50));
  const layers = [];
  ids.forEach((id) => { (layers[depth.get(id)] ||= []).push(cards.get(id)); });
  let x = 0;
  const tallest = Math.max(...layers.map((layer) => layer.reduce((sum, card) => sum + card.height + 30, -30)));
  layers.forEach((layer) => {
    let y = (tallest - layer.reduce((sum, card) => sum + card.height + 30, -30)) / 2;
    layer.forEach((card) => {
      card.x = x;
      card.y = y;
      y += card.height + 30;
    });
    x += Math.max(...layer.map((card) => card.width)) + gap;
  });
  const routes = (from, to) => (from.right <= to.x ? "RL" : from.x >= to.right ? "LR" : "RR");
  return compose("cycle", model, [...cards.values()], routes, [], describe(model), 480);
}

/** Draws cards and arrows. A route says at which sides an edge leaves and arrives: R and L. */
function compose(kind, model, cards, routes, nodes, label, least) {
  const byId = new Map();
  cards.filter((card) => card instanceof Card).forEach((card) => { if (!byId.has(card.transaction.id)) { byId.set(card.transaction.id, card); } });
  const arrows = new Arrows(model, cards.map((card) => ({ x: card.x, y: card.y, right: card.right, bottom: card.bottom })));
  const drawn = [];
  const centre = cards.reduce((sum, card) => sum + card.middle, 0) / cards.length;
  const draw = (edge, from, to, thin) => {
    const curve = curveBetween(from, from.port(edge.source), to, to.port(edge.target), routes(from, to), centre);
    if (nodes.length === 2 && !thin && from.middle !== to.middle) {
      // There and back between two cards: apart, where their rows do not keep them apart.
      const near = nodes.map((node) => (node.card.port(node.edge.source) + byId.get(node.edge.target.transaction).port(node.edge.target)) / 2);
      const bow = (edge === nodes[0].edge) === (near[0] <= near[1]) ? -1 : 1;
      const lift = Math.abs(near[1] - near[0]) > 26 ? 0 : 30;
      const end = lift > 0 ? 5 : 0;
      curve[1] += bow * end;
      curve[7] += bow * end;
      curve[3] += bow * lift;
      curve[5] += bow * lift;
    }
    drawn.push(curve);
    arrows.add(edge, curve, thin);
  };
  const onRing = new Set();
  nodes.forEach((node, i) => {
    const next = nodes[(i + 1) % nodes.length].card;
    if (node.edge && (next instanceof Card || node.card instanceof Card)) {
      onRing.add(node.edge.id);
      draw(node.edge, node.card, next, false);
    } else if (!node.edge) {
      const last = model.ring.find((edge) => edge.target.transaction === next.transaction.id);
      if (last) {
        onRing.add(last.id);
        draw(last, node.card, next, false);
      }
    }
  });
  model.edges.forEach((edge) => {
    const from = byId.get(edge.source.transaction);
    const to = byId.get(edge.target.transaction);
    if (!onRing.has(edge.id) && from && to && !model.ring.includes(edge)) {
      draw(edge, from, to, nodes.length > 0);
    }
  });
  const extents = [...arrows.boxes, ...drawn.map(extent)];
  return picture(kind, extents, label, [arrows.lines, g("g", { class: "cards" }, cards.map((card) => card.draw())), arrows.pills], least);
}

/** How far a curve reaches, with room for its width. */
export function extent(curve) {
  const points = Array.from({ length: 13 }, (_, i) => pointOf(curve, i / 12));
  return {
    x: Math.min(...points.map((p) => p.x)) - 6, y: Math.min(...points.map((p) => p.y)) - 6,
    right: Math.max(...points.map((p) => p.x)) + 6, bottom: Math.max(...points.map((p) => p.y)) + 6,
  };
}

function curveBetween(from, fromY, to, toY, route, centre) {
  if (from === to) {
    return [from.right, fromY, from.right + 60, fromY - 30, from.right + 60, toY + 30, from.right, toY];
  }
  let sides = route;
  if (!sides) {
    // Evidence: along the side that faces away from the middle, so that it does not cross the ring.
    const far = from.right + 24 <= to.x ? "RL" : from.x - 24 >= to.right ? "LR" : null;
    const apart = from.bottom + 20 < to.y || to.bottom + 20 < from.y;
    sides = far && !apart ? far : apart && far ? outer(from, to, centre) : (from.middle + to.middle) / 2 > centre ? "RR" : "LL";
  }
  const x1 = sides[0] === "R" ? from.right : from.x;
  const x2 = sides[1] === "R" ? to.right : to.x;
  const way = (side) => (side === "R" ? 1 : -1);
  const y1 = fromY;
  const y2 = toY;
  if (sides === "RL" || sides === "LR") {
    const pull = Math.max(36, Math.abs(x2 - x1) * 0.42);
    return [x1, y1, x1 + way(sides[0]) * pull, y1, x2 + way(sides[1]) * pull, y2, x2, y2];
  }
  const bulge = 44 + Math.min(90, Math.abs(y2 - y1) * 0.16);
  const edgeX = sides[0] === "R" ? Math.max(x1, x2) + bulge : Math.min(x1, x2) - bulge;
  return [x1, y1, edgeX, y1, edgeX, y2, x2, y2];
}

/** Sides for evidence above or below the ring: up along the outside, then in. */
function outer(from, to, centre) {
  const ring = from.isEvidence ? to : from;
  const side = ring.middle < centre ? "L" : "R";
  return side + side;
}
