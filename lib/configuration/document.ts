import {
  type Alias,
  Composer,
  CST,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  visit,
  type YAMLMap,
  type Document as YamlDocument,
} from "yaml";
import type { Path, Problem } from "./problem";

/** In bytes. Reading a larger file would take seconds and much memory. */
const MAX_BYTES = 20_000_000;

/** How often the parts of a file may be repeated by aliases. */
const MAX_ALIASES = 1_000;

/** How many names and values a file of strangers may have: they fit into the memory of a thread. An exported snitch has about twenty. */
export const MAX_NODES = 200_000;

export const TOO_MANY_NODES = `The file is too large: the maximum is ${MAX_NODES.toLocaleString("en")} names and values. Split it, or ask an operator to apply it with npm run admin -- apply.`;

/** In collections within each other. */
export const MAX_DEPTH = 40;

export const TOO_DEEP = `The file is nested too deeply: the maximum is ${MAX_DEPTH} levels.`;

/** A text of another format has a fault in each of its lines. */
const MAX_FAULTS = 20;

export type Document = {
  content: unknown;
  /** Where a part begins, from 1 on; the part around it if it is missing. */
  placeOf: (path: Path) => Place;
};

export type Place = { line: number; column: number };

/** A problem with the place at which it is. */
export type LocatedProblem = Problem & Place;

/** Reads YAML, or JSON, which is YAML too. Returns the problems of a text that is neither, or that has more than so many nodes. */
export function readDocument(
  text: string,
  maxNodes = Number.POSITIVE_INFINITY,
): Document | { problems: LocatedProblem[] } {
  const refuse = (message: string, place = { line: 1, column: 1 }) => ({
    problems: [{ path: [], message, ...place }],
  });
  if (Buffer.byteLength(text) > MAX_BYTES) {
    return refuse(`The file is too large: the maximum is ${MAX_BYTES.toLocaleString("en")} bytes.`);
  }
  const lines = new LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const tokens = readTokens(text, lines, maxNodes);
  if (typeof tokens === "string") return refuse(tokens);
  // The library’s own search for names that stand twice takes the square of their number.
  const composer = new Composer({ prettyErrors: false, merge: true, uniqueKeys: false });
  const [document, other] = composer.compose(tokens, true, text.length);
  if (!document) throw new Error("A text is at least one empty document.");
  if (other) return refuse(SEVERAL_DOCUMENTS, placeAt(other.range[0]));
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    const located = faults.slice(0, MAX_FAULTS).map(({ code, message, pos }) => ({
      path: [],
      message: TEXTS[code] ?? `This is not YAML or JSON: ${message}.`,
      ...placeAt(pos[0]),
    }));
    return { problems: located };
  }
  const repeated = findRepeated(document);
  if (repeated !== null) return refuse(REPEATED, placeAt(repeated));
  try {
    const content: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    const index: Index = new Map();
    return { content, placeOf: (path) => placeAt(findOffset(document, index, path)) };
  } catch (error) {
    // The only errors of a document without faults are those of its aliases and of what it merges.
    return refuse(error instanceof ReferenceError ? TOO_MANY_ALIASES : NOT_MERGEABLE);
  }
}

/** JSON that was read, and where its parts are: their places are only looked for if they are asked for. */
export function documentOfJson(text: string, content: unknown, root: Path): Document {
  let document: ReturnType<typeof readDocument> | undefined;
  const placeOf = (path: Path) => {
    document ??= readDocument(text);
    return "problems" in document ? { line: 1, column: 1 } : document.placeOf([...root, ...path]);
  };
  return { content, placeOf };
}

const REPEATED = "This name is used twice: remove one.";
const TOO_MANY_ALIASES = "The file uses too many aliases (*name), or an unknown one: write the values out.";
const SEVERAL_DOCUMENTS = "The file contains several documents (---): apply each as its own file.";
const NOT_MERGEABLE = "Only a map, or an alias of one, can be merged with <<: write it out.";

const TEXTS: Record<string, string> = {
  TAB_AS_INDENT: "Tabs can’t indent YAML: use spaces.",
  TAG_RESOLVE_FAILED: "Tags such as !!name aren’t allowed: remove it.",
};

/** What the lexer says of each name and value, and of each item of a list. */
const NODES = new Set([CST.SCALAR, "[", "{", "-"]);
const startsNode = (lexeme: string) => NODES.has(lexeme) || /^["'*]/.test(lexeme);

/**
 * What the text consists of, or why it is not read: its collections are nested so deeply that composing them, which is recursive, could
 * end the process, or it has too many nodes.
 */
function readTokens(text: string, lines: LineCounter, maxNodes: number): CST.Token[] | string {
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  let nodes = 0;
  // As the parser itself does before the first lexeme.
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > MAX_DEPTH) return TOO_DEEP;
    if (startsNode(lexeme)) nodes += 1;
    if (nodes > maxNodes) return TOO_MANY_NODES;
  }
  return [...tokens, ...parser.end()];
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

type Yaml = YamlDocument.Parsed;

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
