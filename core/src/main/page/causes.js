// Claims that broke, by what broke them.

/** Cells whose findings are of the same kinds, and are called so, are one group; the largest comes first. */
export function byCause(broken) {
  const groups = new Map();
  for (const cell of broken) {
    const kinds = [...new Set(cell.found.map((each) => each.kind))].sort().join(", ");
    const words = [...new Set(cell.found.map((each) => each.words))].sort().join(", ");
    const group = groups.get(kinds + words) || { kinds, cells: [] };
    groups.set(kinds + words, group);
    group.cells.push(cell);
  }
  return [...groups.values()].sort((a, b) => b.cells.length - a.cells.length);
}
