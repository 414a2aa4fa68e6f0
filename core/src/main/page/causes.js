// Claims that broke, by what broke them.

/** Cells whose findings are of the same kinds are one group; the largest comes first. */
export function byCause(broken) {
  const groups = new Map();
  for (const cell of broken) {
    const kinds = [...new Set(cell.found.map((each) => each.kind))].sort().join(", ");
    if (!groups.has(kinds)) {
      groups.set(kinds, []);
    }
    groups.get(kinds).push(cell);
  }
  return [...groups].map(([kinds, cells]) => ({ kinds, cells })).sort((a, b) => b.cells.length - a.cells.length);
}
