// A linter for the scripts of pages: what joining modules into one script would break, what is left over, and what a page
// that shows hostile names must not do. Prints a line a fault.
import { readFileSync, readdirSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const folder = process.argv[2];
const LONGEST_LINE = 300;
const FORBIDDEN = [
  [/\binnerHTML\b|\bouterHTML\b|insertAdjacentHTML|document\.write/u, "makes elements of text; names come from strangers"],
  [/\beval\(|new Function\(/u, "runs text"],
  [/(?<![=!<>])[=!]=(?!=)/u, "compares loosely"],
  [/\bvar\s/u, "var"],
  [/\bconsole\.|\bdebugger\b|\balert\(/u, "left over from debugging"],
];
const faults = [];

/** Without comments, and without what strings say. */
function code(text) {
  return text.replace(/\/\*[\s\S]*?\*\//gu, (all) => all.replace(/[^\n]/gu, " "))
    .replace(/(^|[\s;])\/\/.*$/gmu, "$1")
    .replace(/"(?:[^"\\\n]|\\.)*"/gu, '""');
}

const modules = new Map(readdirSync(folder).filter((file) => file.endsWith(".js")).map((file) => {
  const text = readFileSync(join(folder, file), "utf8");
  const imports = [...text.matchAll(/^import \{ ([^}]*) \} from "\.\/([\w.]+)";$/gmu)].map((match) => ({ names: match[1].split(", "), from: match[2] }));
  const body = code(text.replace(/^import .*$/gmu, ""));
  const declared = [...body.matchAll(/^(export )?(?:async )?(?:function|class|const|let) ([\w$]+)/gmu)];
  return [file, { text, imports, body, names: declared.map((match) => match[2]), exported: declared.filter((match) => match[1]).map((match) => match[2]) }];
}));

/** What unit tests import. */
const tested = new Set(readdirSync(import.meta.dirname ?? ".").filter((file) => file.endsWith(".test.mjs")).flatMap((file) =>
  [...readFileSync(join(import.meta.dirname, file), "utf8").matchAll(/^import \{ ([^}]*) \} from "[^"]*page\//gmu)].flatMap((match) => match[1].split(", "))));

const uses = (module, name) => (module.body.match(new RegExp(`(?<![\\w$.])(?:\\.\\.\\.)?${name.replace("$", "\\$")}(?![\\w$])`, "gu")) || []).length;

for (const [file, module] of modules) {
  const checked = spawnSync(process.execPath, ["--check", "--input-type=module", "-"], { input: module.text, encoding: "utf8" });
  if (checked.status !== 0) {
    faults.push(`${file}: ${checked.stderr.split("\n").find((line) => line.includes("Error"))}`);
  }
  module.text.split("\n").forEach((line, i) => {
    if (line.length > LONGEST_LINE) {
      faults.push(`${file}:${i + 1}: longer than ${LONGEST_LINE}`);
    }
  });
  module.body.split("\n").forEach((line, i) => {
    for (const [pattern, why] of FORBIDDEN) {
      if (pattern.test(line)) {
        faults.push(`${file}: ${why}: ${line.trim()} (line ${i + 1} of the code)`);
      }
    }
  });
  for (const { names, from } of module.imports) {
    for (const name of names) {
      if (!modules.has(from) || !modules.get(from).exported.includes(name)) {
        faults.push(`${file}: ${from} does not export ${name}`);
      }
      if (uses(module, name) === 0) {
        faults.push(`${file}: imports ${name} and does not use it`);
      }
    }
  }
  const imported = new Set(module.imports.flatMap((each) => each.names));
  for (const [other, { exported }] of modules) {
    for (const name of exported) {
      const isOwn = other === file || module.names.includes(name) || new RegExp(`\\b(?:const|let|function|class) (?:\\{[^}]*)?${name}\\b|[({,[] ?${name} ?[,)=}\\]]`, "u").test(module.body);
      if (!isOwn && !imported.has(name) && new RegExp(`(?<![\\w$.])${name}\\(`, "u").test(module.body)) {
        faults.push(`${file}: uses ${name} of ${other} without importing it`);
      }
    }
  }
  for (const name of module.names) {
    const outside = [...modules.values()].some((each) => each.imports.some(({ names, from }) => from === file && names.includes(name)));
    if (module.exported.includes(name) && !outside && !tested.has(name)) {
      faults.push(`${file}: exports ${name}, which nothing imports`);
    }
    if (!outside && uses(module, name) < 2) {
      faults.push(`${file}: ${name} is never used`);
    }
  }
}

/** All modules that a page consists of. */
function closure(file, into = new Set()) {
  if (modules.has(file) && !into.has(file)) {
    into.add(file);
    modules.get(file).imports.forEach(({ from }) => closure(from, into));
  }
  return into;
}
for (const page of ["report.js", "litmus.js", "search.js", "live.js"]) {
  const owners = new Map();
  for (const file of closure(page)) {
    for (const name of modules.get(file).names) {
      if (owners.has(name)) {
        faults.push(`${page}: ${name} is in ${owners.get(name)} and in ${file}`);
      }
      owners.set(name, file);
    }
  }
}

faults.forEach((fault) => process.stdout.write(fault + "\n"));
process.exitCode = faults.length === 0 ? 0 : 1;
