import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path/posix";

// The direction of imports, stated here and nowhere else. `npm run check` fails on an import against it, and on any circle of files.
// With `--write`, it writes the direction into docs/architecture.md.

/** Bands of folders of `lib`, from the ground up. A folder may import the folders of earlier lines, and none of its own line. */
const BANDS = {
  ground: [
    ["rules"],
    ["platform"],
    ["audit", "http", "storage", "channel-kinds"],
    ["metrics", "runs"],
    ["outbox", "backups"],
    ["mail"],
    ["emails"],
  ],
  people: [["people/users"], ["people/second-factors"], ["cases"], ["people/accounts"]],
  "snitches and their trouble": [
    ["snitches"],
    ["channels", "maintenance"],
    ["machines"],
    ["kubernetes"],
    ["delivery"],
    ["notifications", "drills"],
    ["incidents"],
    ["outages", "chats"],
    ["history"],
    ["monitoring"],
    ["health", "check-ins"],
    ["replay"],
    ["late-reports", "suggestions"],
    ["digests", "evidence"],
    ["status-pages"],
  ],
  "ways in": [["configuration"], ["api"], ["protocols"], ["imports"]],
};

const LINES = Object.values(BANDS).flat();

const LEVEL = new Map(LINES.flatMap((line, i) => line.map((name) => [`lib/${name}`, i])));

/** What the folders above `lib` may import besides `lib`. */
const ABOVE = {
  components: [],
  checkin: [],
  mailin: [],
  worker: ["checkin"],
  app: ["components"],
  cli: ["scripts"],
  prisma: [],
  scripts: ["prisma", "components"],
  bench: ["prisma", "scripts"],
};

/** Folders whose own folders import each other in one direction, whichever it is. */
const IN_ORDER = ["app", "components"];

/** The program alongside the jobs is small: of `lib`, it imports pure rules, and what the scripts import without a build. */
const IN_CLI = /^lib\/(rules\/.*|platform\/[^/]+\.mjs)$/;

/** Components get data as props: of `lib`, they import types and pure functions only from here or from above. */
const NOT_IN_COMPONENTS = ["lib/platform", "lib/mail"];

/** The files of `lib` whose job a framework is. */
const FRAMEWORKS = [
  { packages: /^(next|next-auth)(\/|$)/, files: /^$/ },
  { packages: /^(react|react-dom|react-email|@react-email)(\/|$)/, files: /^lib\/mail\// },
  { packages: /^bullmq(\/|$)/, files: /^lib\/platform\/(queue|queue-backend)\.ts$/ },
  { packages: /^ioredis$/, files: /^lib\/platform\/(queue|queue-backend|redis|limiter)\.ts$/ },
];

const IMPORT = /(?:from|import)\s*\(?\s*["']([^"']+)["']/g;
const IS_TEST = /\.(test|spec|long|setup)\.|^e2e\/|^testing\//;

const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.tsx", "*.mjs"]);
const all = listed.toString().split("\n");
const files = new Set(all.filter((file) => file && existsSync(file) && !IS_TEST.test(file)));

/** The files and the packages that a file imports. */
function readImports(file) {
  const imported = { files: [], packages: [] };
  for (const [, name] of readFileSync(file, "utf8").matchAll(IMPORT)) {
    if (!/^(@\/|\.)/.test(name)) {
      imported.packages.push(name);
      continue;
    }
    const base = name.startsWith("@/") ? name.slice(2) : path.join(path.dirname(file), name);
    const target = [base, `${base}.ts`, `${base}.tsx`].find((candidate) => files.has(candidate));
    if (target) imported.files.push(target);
  }
  return imported;
}

/** A folder of `lib`, such as `lib/rules` or `lib/people/users`, or else the top-level folder. */
const toFolder = (file) => /^lib\/(people\/)?[^/]+(?=\/)|^[^/]+/.exec(file)[0];

/** The protocol that a file belongs to; undefined for what all protocols share. */
const findProtocol = (file) => /^lib\/protocols\/([^/]+)\//.exec(file)?.[1];

/** Why a file must not import another one; null if it may. */
function objection(file, imported) {
  const [folder, other] = [toFolder(file), toFolder(imported)];
  if (folder === other) {
    const [one, sibling] = [findProtocol(file), findProtocol(imported)];
    return one && sibling && one !== sibling ? "a protocol imports no other one" : null;
  }
  if (folder === "lib" || folder.startsWith("lib/")) {
    if (!LEVEL.has(folder)) return "its folder has no line in scripts/check-imports.mjs";
    return LEVEL.get(other) < LEVEL.get(folder) ? null : "it is against the direction of imports";
  }
  if (folder === "components" && NOT_IN_COMPONENTS.includes(other)) return "components get data as props";
  if (folder === "cli" && other.startsWith("lib/") && !IN_CLI.test(imported))
    return "cli knows only pure rules";
  const allowed = ABOVE[folder];
  return !allowed || other.startsWith("lib/") || allowed.includes(other)
    ? null
    : `${folder} does not know ${other}`;
}

/** Why a file of `lib` must not import a package; null if it may. */
function packageObjection(file, name) {
  if (file.startsWith("lib/rules/")) return name === "cronstrue" ? null : "lib/rules is pure";
  const framework = FRAMEWORKS.find(({ packages }) => packages.test(name));
  return framework && !framework.files.test(file)
    ? "lib knows no framework: pass what it needs as an argument"
    : null;
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}

/** The folder two levels down, such as `components/ui`; `components` for a file alongside such folders. */
const toFolderInside = (file) => path.dirname(file).split("/", 2).join("/");

const imports = new Map([...files].map((file) => [file, readImports(file)]));
for (const [file, imported] of imports) {
  for (const other of imported.files) {
    const why = objection(file, other);
    if (why) fail(`${file} must not import ${other}: ${why}.`);
  }
  if (!file.startsWith("lib/")) continue;
  for (const name of imported.packages) {
    const why = packageObjection(file, name);
    if (why) fail(`${file} must not import the package ${name}: ${why}.`);
  }
}

/** What can be reached from a node by these arrows. */
function reachable(arrows, start, seen = new Set()) {
  for (const next of arrows(start)) if (!seen.has(next)) reachable(arrows, next, seen.add(next));
  return seen;
}
/** Fails for each node that can be reached from itself. */
function refuseCircles(nodes, arrows) {
  for (const node of nodes) if (reachable(arrows, node).has(node)) fail(`In a circle of imports: ${node}`);
}
refuseCircles(files, (file) => imports.get(file).files);

for (const parent of IN_ORDER) {
  const inside = [...files].filter((file) => file.startsWith(`${parent}/`));
  refuseCircles(new Set(inside.map(toFolderInside)), (folder) =>
    inside
      .filter((file) => toFolderInside(file) === folder)
      .flatMap((file) => imports.get(file).files.map(toFolderInside))
      .filter((other) => other !== folder && other.startsWith(parent)),
  );
}

const ARCHITECTURE = "docs/architecture.md";
const MARKS = /(<!-- imports -->\n)[\s\S]*?(\n<!-- \/imports -->)/;
/** A line that is too long goes on below its list. */
const wrap = (line) => (line.length <= 160 ? line : line.replace(/^(.{1,138},) /, `$1\n${" ".repeat(28)}`));
const before = readFileSync(ARCHITECTURE, "utf8");
const bands = Object.entries(BANDS)
  .map(([name, lines]) => wrap(`${name.padEnd(28)}${lines.flat().join(", ")}`))
  .toReversed();
const after = before.replace(MARKS, `$1\`\`\`\n${bands.join("\n")}\n\`\`\`$2`);
if (process.argv.includes("--write")) writeFileSync(ARCHITECTURE, after);
else if (before !== after || !MARKS.test(before))
  fail(`${ARCHITECTURE} shows another direction of imports: run node scripts/check-imports.mjs --write.`);
