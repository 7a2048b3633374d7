import {
  type Alias,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  parseDocument,
  visit,
  type YAMLMap,
} from "yaml";
import type { Path, Problem } from "./problem";

/** In bytes. Reading a larger file would take seconds and much memory. */
const MAX_BYTES = 20_000_000;

/** How often the parts of a file may be repeated by aliases. */
const MAX_ALIASES = 1_000;

/** In collections within each other. */
const MAX_DEPTH = 40;

/** A text of another format has a fault in each of its lines. */
const MAX_FAULTS = 20;

export type Document = {
  content: unknown;
  /** The line of a part, from 1 on; that of the part around it if it is missing. */
  lineOf: (path: Path) => number;
};

/** A problem with the line on which it is. */
export type LocatedProblem = Problem & { line: number };

/** Reads YAML, or JSON, which is YAML too. Returns the problems of a text that is neither. */
export function readDocument(text: string): Document | { problems: LocatedProblem[] } {
  const refuse = (message: string, line = 1) => ({ problems: [{ path: [], message, line }] });
  if (Buffer.byteLength(text) > MAX_BYTES) {
    return refuse(`The file is too large: it may have ${MAX_BYTES.toLocaleString("en")} bytes.`);
  }
  if (isTooDeep(text)) return refuse(`The file is too deep: it may have ${MAX_DEPTH} levels.`);
  const lines = new LineCounter();
  // The library’s own search for names that stand twice takes the square of their number.
  const options = { lineCounter: lines, prettyErrors: false, merge: true, uniqueKeys: false };
  const document = parseDocument(text, options);
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    const located = faults.slice(0, MAX_FAULTS).map(({ code, message, pos }) => ({
      path: [],
      message: WORDS[code] ?? `This is not YAML or JSON: ${message}.`,
      line: lines.linePos(pos[0]).line,
    }));
    return { problems: located };
  }
  const repeated = findRepeated(document);
  if (repeated !== null) return refuse(REPEATED, lines.linePos(repeated).line);
  try {
    const content: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    const index: Index = new Map();
    return { content, lineOf: (path) => lines.linePos(findOffset(document, index, path)).line };
  } catch (error) {
    // The only errors of a document without faults are those of its aliases and of what it merges.
    return refuse(error instanceof ReferenceError ? TOO_MANY_ALIASES : NOT_MERGEABLE);
  }
}

const REPEATED = "This name is here twice: remove one.";
const TOO_MANY_ALIASES =
  "The file repeats too much by aliases (*name), or an alias is unknown: write it out.";
const NOT_MERGEABLE = "What is merged by << must be a map, or an alias of one: write it out.";

const WORDS: Record<string, string> = {
  TAB_AS_INDENT: "Tabs can’t indent YAML: use spaces.",
  MULTIPLE_DOCS: "The file has several documents (---): apply one file for each.",
  TAG_RESOLVE_FAILED: "Tags such as !!name are not allowed: remove it.",
};

/** Whether collections are nested so deeply that composing them, which is recursive, could run out of stack and end the process. */
function isTooDeep(text: string): boolean {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > MAX_DEPTH) return true;
  }
  return false;
}

/** Where a name stands that its map has already; null if there is none. */
function findRepeated(document: Yaml): number | null {
  let repeatedAt: number | null = null;
  visit(document, {
    Map(_, { items }) {
      const names = new Set<unknown>();
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key;
        if (names.has(name)) repeatedAt ??= startOf(key) ?? 0;
        names.add(name);
      }
      return repeatedAt === null ? undefined : visit.BREAK;
    },
  });
  return repeatedAt;
}

type Yaml = ReturnType<typeof parseDocument>;

/** Where a part begins in the text; its nearest parent if it is missing. */
function findOffset(document: Yaml, index: Index, path: Path): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const step of path) {
    if (isAlias(node)) node = (node as Alias).resolve(document);
    const child = findChild(node, index, step);
    if (!child) break;
    offset = child.offset ?? offset;
    node = child.node;
  }
  return offset;
}

type Child = { node: unknown; offset: number | undefined };

/** The parts of maps by their names. Without it, each of many problems would search the whole file. */
type Index = Map<unknown, Map<string, Child>>;

function findChild(node: unknown, index: Index, step: string | number): Child | null {
  if (isMap(node)) return indexChildren(node, index).get(String(step)) ?? null;
  if (!isSeq(node) || typeof step !== "number" || step >= node.items.length) return null;
  const item = node.items[step];
  return { node: item, offset: startOf(item) };
}

function indexChildren(map: YAMLMap, index: Index): Map<string, Child> {
  const indexed = index.get(map);
  if (indexed) return indexed;
  const children = new Map<string, Child>();
  for (const { key, value } of map.items)
    if (isScalar(key)) children.set(String(key.value), { node: value, offset: startOf(key) });
  index.set(map, children);
  return children;
}

const startOf = (node: unknown) => (isNode(node) ? node.range?.[0] : undefined);
