import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path/posix";

// Fails when files or folders import each other in a circle. Biome cannot see that: it looks at one import at a time.

const IMPORT = /(?:from|import)\s*\(?\s*["']((?:@\/|\.)[^"']+)["']/g;
const IS_TEST = /\.(test|spec|slow)\.|^e2e\/|^lib\/testing\//;

const files = execFileSync("git", [
  "ls-files",
  "--cached",
  "--others",
  "--exclude-standard",
  "*.ts",
  "*.tsx",
  "*.mjs",
])
  .toString()
  .split("\n")
  .filter((file) => file && existsSync(file) && !IS_TEST.test(file));
const known = new Set(files);

/** The files of this repository that a file imports. */
function importsOf(file) {
  return [...readFileSync(file, "utf8").matchAll(IMPORT)].flatMap(([, name]) => {
    const base = name.startsWith("@/") ? name.slice(2) : path.join(path.dirname(file), name);
    return [base, `${base}.ts`, `${base}.tsx`].find((candidate) => known.has(candidate)) ?? [];
  });
}

/** `lib/rules`, `lib/mail`, `app`: a folder of lib, or else a top-level folder. */
function folderOf(file) {
  const [top, second, third] = file.split("/");
  return top === "lib" && third ? `lib/${second}` : top;
}

/** Every group of nodes that can reach each other. */
function cyclesIn(edges) {
  const reachable = new Map();
  for (const start of edges.keys()) {
    const seen = new Set();
    const open = [...edges.get(start)];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (seen.has(node)) continue;
      seen.add(node);
      open.push(...(edges.get(node) ?? []));
    }
    reachable.set(start, seen);
  }
  const inCycle = [...edges.keys()].filter((node) => reachable.get(node).has(node));
  const groups = inCycle.map((node) =>
    inCycle.filter((other) => reachable.get(node).has(other) && reachable.get(other).has(node)).sort(),
  );
  return [...new Set(groups.map((group) => group.join("\n    ")))];
}

const fileEdges = new Map(files.map((file) => [file, new Set(importsOf(file))]));
const folderEdges = new Map();
for (const [file, imported] of fileEdges) {
  const folder = folderOf(file);
  const others = [...imported].map(folderOf).filter((other) => other !== folder);
  folderEdges.set(folder, new Set([...(folderEdges.get(folder) ?? []), ...others]));
}

const found = [
  ...cyclesIn(folderEdges).map((group) => `Folders that import each other in a circle:\n    ${group}`),
  ...cyclesIn(fileEdges).map((group) => `Files that import each other in a circle:\n    ${group}`),
];
if (found.length > 0) {
  console.error(found.join("\n"));
  process.exit(1);
}
console.log(`No cycles: ${files.length} files in ${folderEdges.size} folders.`);
