import type { Validation } from "@/lib/platform/refusal";
import type { Settings } from "@/lib/rules/incidents/settings";
import { parseJson } from "@/lib/rules/parse-json";
import type { Existing } from "./configuration";
import { type Counts, countChanges } from "./describe";
import { type Change, isChange } from "./diff";
import { computeDigest, hashExisting } from "./digest";
import {
  documentOfJson,
  type LocatedProblem,
  MAX_DEPTH,
  MAX_NODES,
  type Place,
  readDocument,
  TOO_DEEP,
  TOO_MANY_NODES,
} from "./document";
import type { Format } from "./export";
import { isFields } from "./file-input";
import { parseDocument } from "./parse";
import { type Plan, planConfiguration } from "./plan";
import type { Problem } from "./problem";
import type { Environment, MissingSecret, PlanOptions } from "./section";

/** A file, and what shall become of it. */
export type FileRequest = {
  text: string;
  /** What a request says that the text is, or null for nothing: JSON is then read as JSON. Otherwise it is YAML, which JSON is, too. */
  format?: Format | null;
  /** Whether JSON may be `{file, secrets}`. */
  mayHaveSecrets?: boolean;
  secrets: Environment;
  /** Null if the digest says it. */
  prunes: boolean | null;
};

/** What a file is compared with. */
export type FileInput = FileRequest &
  Pick<PlanOptions, "hidesSecrets" | "ignoresHold"> & {
    existing: Existing;
    digestKey: string;
    /** The digest of the plan that shall be applied. */
    expected: string | null;
    /** Whether it is the file of an operator, for which there are no limits. */
    isTrusted: boolean;
  };

/** A snitch whose settings would change. */
export type ChangedSnitch = { change: Change; token: string; settings: Settings };

/** What applying a file would do. */
export type ComparedFile = {
  /** Why it cannot be applied: not more than so many, of this number. */
  problems: LocatedProblem[];
  problemCount: number;
  missing: (MissingSecret & Place)[];
  digest: string;
  /** A digest of what the file was compared with. */
  existingHash: string;
  counts: Counts;
  changes: Change[];
  /** How many things of the case the file does not have, and which stay. */
  keptCount: number;
  snitches: ChangedSnitch[];
  /** What deserves a look. Null for nothing. */
  note: string | null;
  /** Left out unless it is the expected one, because it may be large, and each thread that it passes to is busy with it. */
  plan: Plan | null;
  /** Only of an operator’s file, which no thread reads. */
  locate?: (problem: Problem) => LocatedProblem;
};

/** `malformed`: a text that should be JSON and is not. */
export type Compared = "malformed" | { refused: Validation[] } | ComparedFile;

/** More problems are only counted. */
const MAX_PROBLEMS = 100;

/** Reads a file, and compares it with what the case has. Pure. */
export function compareFile(input: FileInput): Compared {
  const body = readBody(input);
  if (body === "malformed" || "refused" in body) return body;
  const file = parseDocument(body.document);
  const { existing, expected, hidesSecrets, ignoresHold, isTrusted } = input;
  const existingHash = hashExisting(existing);
  const digestWith = (prunes: boolean) =>
    computeDigest(input.digestKey, { file: file.configuration, existingHash, owner: existing.owner, prunes });
  const prunes = input.prunes ?? (expected !== null && expected === digestWith(true));
  const options = { prunes, environment: body.secrets, hidesSecrets, ignoresHold };
  const plan = planConfiguration(file, existing, options);
  const digest = digestWith(prunes);
  const problems = plan.problems.map(file.locate).sort((one, other) => one.line - other.line);
  return {
    problems: isTrusted ? problems : problems.slice(0, MAX_PROBLEMS),
    problemCount: problems.length,
    missing: plan.missing.map((each) => ({ ...each, ...file.locate({ ...each, message: "" }) })),
    digest,
    existingHash,
    counts: countChanges(plan.changes),
    changes: plan.changes.filter(isChange),
    keptCount: plan.keptCount,
    snitches: plan.snitches.planned.flatMap(({ entry, current, change }) =>
      current && isChange(change) ? [{ change, token: current.token, settings: entry.settings }] : [],
    ),
    note: existing.owner ? null : otherCase(file.configuration.case, existing.theCase),
    plan: isTrusted || digest === expected ? plan : null,
    ...(isTrusted && { locate: file.locate }),
  };
}

/** What deserves a look if a file names another case; null if it does not. */
const otherCase = (named: string | null, { id, name }: { id: string; name: string }) =>
  named === null || named === name || named === id
    ? null
    : `This file is for the case “${named.slice(0, 100)}”, but this case is “${name}”.`;

type Body = { document: ReturnType<typeof readDocument>; secrets: Environment };

function readBody({
  text,
  format,
  mayHaveSecrets,
  secrets,
  isTrusted,
}: FileInput): Body | Exclude<Compared, ComparedFile> {
  const maxNodes = isTrusted ? Number.POSITIVE_INFINITY : MAX_NODES;
  const isJson = format === "json" || (format === null && /^\s*[{[]/.test(text));
  if (!isJson) return { document: readDocument(text, maxNodes), secrets };
  const message = findExcess(text);
  if (message) return { document: { problems: [{ path: [], message, line: 1, column: 1 }] }, secrets };
  const content = parseJson(text);
  if (content === undefined) return "malformed";
  if (!mayHaveSecrets || !isFields(content) || !Object.hasOwn(content, "file"))
    return { document: documentOfJson(text, content, []), secrets };
  const { file, secrets: sent = {} } = content;
  if (!isFields(sent) || !Object.values(sent).every((value) => typeof value === "string"))
    return { refused: [{ attribute: "secrets", message: "must be an object whose values are text" }] };
  const document =
    typeof file === "string" ? readDocument(file, maxNodes) : documentOfJson(text, file, ["file"]);
  return { document, secrets: sent as Environment };
}

/** Why JSON is not read, as of YAML; null if it is. A loop, because a pattern needs memory for each character of a text. */
function findExcess(json: string): string | null {
  let [depth, nodes, isInText] = [0, 0, false];
  for (let i = 0; i < json.length; i += 1) {
    const character = json[i];
    if (isInText && character === "\\") i += 1;
    else if (character === '"') isInText = !isInText;
    else if (isInText) continue;
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    // Each has a name or a value before it.
    else if (character === "," || character === ":") nodes += 1;
    if (depth > MAX_DEPTH) return TOO_DEEP;
    if (nodes > MAX_NODES) return TOO_MANY_NODES;
  }
  return null;
}
