import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path/posix";

// Fails if files or folders import each other in a circle. Biome's rules of direction look at one import at a time.

const IMPORT = /(?:from|import)\s*\(?\s*["']((?:@\/|\.)[^"']+)["']/g;
const IS_TEST = /\.(test|spec|slow)\.|^e2e\/|^lib\/testing\//;

const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.tsx", "*.mjs"]);
const all = listed.toString().split("\n");
const files = new Set(all.filter((file) => file && existsSync(file) && !IS_TEST.test(file)));

function importsOf(file) {
  return [...readFileSync(file, "utf8").matchAll(IMPORT)].flatMap(([, name]) => {
    const base = name.startsWith("@/") ? name.slice(2) : path.join(path.dirname(file), name);
    return [base, `${base}.ts`, `${base}.tsx`].find((candidate) => files.has(candidate)) ?? [];
  });
}

/** A folder of lib, such as `lib/rules`, or else the top-level folder. */
const folderOf = (file) =>
  file
    .split("/")
    .slice(0, /^lib\/.+\//.test(file) ? 2 : 1)
    .join("/");

/** The nodes that can be reached from this one. */
function reachable(edges, start, seen = new Set()) {
  for (const next of edges.get(start) ?? []) if (!seen.has(next)) reachable(edges, next, seen.add(next));
  return seen;
}

const cyclic = (edges) => [...edges.keys()].filter((node) => reachable(edges, node).has(node)).sort();

const fileEdges = new Map([...files].map((file) => [file, importsOf(file)]));
const folderEdges = new Map();
for (const [file, imported] of fileEdges) {
  const folder = folderOf(file);
  const others = imported.map(folderOf).filter((other) => other !== folder);
  folderEdges.set(folder, [...(folderEdges.get(folder) ?? []), ...others]);
}
for (const node of [...cyclic(folderEdges), ...cyclic(fileEdges)]) {
  console.error(`In a circle of imports: ${node}`);
  process.exitCode = 1;
}
