import { type Configuration, KEYS, mapSections, VERSION } from "./configuration";
import { type Document, type LocatedProblem, readDocument } from "./document";
import { type Fields, isFields, unknownNames } from "./file-input";
import { formatPath, type Path, type Problem } from "./problem";
import type { Parsed } from "./section";

/** A file that was read. What is wrong with single entries is in `problems`, and those entries are left out. */
export type ParsedFile = {
  configuration: Configuration;
  problems: Problem[];
  /** All keys of the file, with those of entries that are wrong. */
  declared: { channels: string[]; snitches: string[] };
  locate: (problem: Problem) => LocatedProblem;
};

/** Reads a file. Never throws: a text that is not a file at all, or has more than so many nodes, has problems alone. */
export const parseFile = (text: string, maxNodes?: number) => parseDocument(readDocument(text, maxNodes));

/** The same of a text that was read. */
export function parseDocument(document: Document | { problems: LocatedProblem[] }): ParsedFile {
  if ("problems" in document) return noFile(document.problems);
  const { content, placeOf } = document;
  const locate = (problem: Problem) => ({ ...problem, ...placeOf(problem.path) });
  const refuse = (message: string, path: Path = []) => noFile([locate({ path, message })]);
  if (!isFields(content)) return refuse(`The file must be a map with version: ${VERSION}.`);
  if (content.version === undefined) return refuse(`can't be blank: write ${VERSION}`, ["version"]);
  if (content.version !== VERSION)
    return refuse(`must be ${VERSION}: this version of Tattle supports no other`, ["version"]);
  return { ...parseSections(content), locate };
}

/** The result for a text that is not a configuration file. Its problems have lines and columns. */
const noFile = (problems: LocatedProblem[]): ParsedFile => ({
  ...parseSections({}),
  problems,
  locate: (problem) => ({ line: 1, column: 1, ...problem }),
});

function parseSections(content: Fields): Omit<ParsedFile, "locate"> {
  const has = (name: string) => (content[name] ?? null) !== null;
  const parsePart = <Value>(name: string, parse: (value: unknown, path: Path) => Parsed<Value>) =>
    has(name) ? parse(content[name], [name]) : { value: null, problems: [] };
  const theCase = parsePart("case", parseCase);
  const parts = mapSections(({ parse }, key) => parsePart(key, parse));
  return {
    // The cast is safe: each section makes its entries.
    configuration: { case: theCase.value, ...mapSections((_, key) => parts[key].value) } as Configuration,
    problems: [
      ...unknownNames(content, ["version", "case", ...KEYS], [], "a file"),
      ...[theCase, ...Object.values(parts)].flatMap(({ problems }) => problems),
      ...(has("escalation") && has("policies") ? [{ path: ["policies"], message: BOTH }] : []),
    ],
    declared: { channels: keysIn(content.channels), snitches: keysIn(content.snitches) },
  };
}

const BOTH = "can't be combined with escalation: remove one of them";

const keysIn = (list: unknown) =>
  Array.isArray(list)
    ? list.flatMap((item: unknown) => (isFields(item) && typeof item.key === "string" ? [item.key] : []))
    : [];

function parseCase(value: unknown, path: Path): Parsed<string> {
  if (typeof value === "string" && value.trim() !== "") return { value, problems: [] };
  return { value: null, problems: [{ path, message: "must be the name or the id of a case, as text" }] };
}

/** A problem as one line: “line 12, snitches[3].schedule: can’t be blank”. */
export const problemText = ({ line, path, message }: LocatedProblem): string =>
  path.length > 0 ? `line ${line}, ${formatPath(path)}: ${message}` : `line ${line}: ${message}`;
