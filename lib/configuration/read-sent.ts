import type { Validation } from "@/lib/platform/refusal";
import { countChanges } from "./describe";
import { type Change, isChange } from "./diff";
import { computeDigest } from "./digest";
import {
  type Document,
  documentOfJson,
  type LocatedProblem,
  MAX_DEPTH,
  MAX_NODES,
  readDocument,
  TOO_DEEP,
  TOO_MANY_NODES,
} from "./document";
import type { Existing } from "./existing";
import type { Format } from "./export";
import { isFields } from "./file-input";
import { parseContent } from "./parse";
import { type Plan, planConfiguration } from "./plan";
import { otherCase } from "./plan-view";
import { formatPath } from "./problem";
import type { SnitchAttributes } from "./snitch-attributes";

/** What a program sent, and what it is compared with. */
export type Sent = {
  body: string;
  /** What the request says that the body is; null if it says nothing of it. */
  format: Format | null;
  /** Whether the body may be `{file, secrets}`. */
  isApplied: boolean;
  existing: Existing;
  existingHash: string;
  digestKey: string;
  /** The digest of the plan that shall be applied. */
  expected: string | null;
  /** Null if the digest says it. */
  prunes: boolean | null;
  hidesSecrets: boolean;
};

/** A snitch whose settings would change. */
export type ChangedSnitch = { change: Change; token: string; attributes: SnitchAttributes };

/** `plan` is left out unless it is the expected one, because it may be large. */
export type PlannedFile = {
  digest: string;
  counts: ReturnType<typeof countChanges>;
  changes: Change[];
  snitches: ChangedSnitch[];
  missing: { variable: string; validation: Validation }[];
  note: string | null;
  plan: Plan | null;
};

/** `malformed`: a body that should be JSON and is not. */
export type ReadSent = "malformed" | { refused: Validation[] } | PlannedFile;

const MAX_VALIDATIONS = 100;

/** Reads what was sent, and compares it with what the case has. Pure. */
export function readSent(sent: Sent): ReadSent {
  const body = readBody(sent);
  if (body === "malformed") return body;
  if ("refused" in body) return body;
  if ("problems" in body) return refuse(body.problems);
  const file = parseContent(body.document);
  if (!("configuration" in file)) return refuse(file.problems);
  const { existing, existingHash, expected, hidesSecrets } = sent;
  const digestOf = (prunes: boolean) =>
    computeDigest(sent.digestKey, { file: file.configuration, existingHash, owner: existing.owner, prunes });
  const prunes = sent.prunes ?? (expected !== null && expected === digestOf(true));
  const plan = planConfiguration(file, existing, { prunes, environment: body.secrets, hidesSecrets });
  if (plan.problems.length > 0)
    return refuse(plan.problems.map(file.locate).sort((one, other) => one.line - other.line));
  const digest = digestOf(prunes);
  return {
    digest,
    counts: countChanges(plan.changes),
    changes: plan.changes.filter(isChange),
    snitches: plan.snitches.planned.flatMap(({ entry, current, change }) =>
      current && isChange(change) ? [{ change, token: current.token, attributes: entry.attributes }] : [],
    ),
    missing: plan.missing.map(({ path, variable }) => ({
      variable,
      validation: toValidation(file.locate({ path, message: `needs a secret: send ${variable} in secrets` })),
    })),
    note: existing.owner ? null : otherCase(file.configuration.case, existing.theCase),
    plan: digest === expected ? plan : null,
  };
}

type Body = { document: Document; secrets: Record<string, string> };

function readBody({ body, format, isApplied }: Sent) {
  const isJson = format === "json" || (format === null && /^\s*[{[]/.test(body));
  if (!isJson) return ofDocument(readDocument(body, MAX_NODES));
  const message = findExcess(body);
  if (message) return { problems: [{ path: [], message, line: 1, column: 1 }] };
  const content = parseJson(body);
  if (content === undefined) return "malformed";
  if (!isApplied || !isFields(content) || !Object.hasOwn(content, "file"))
    return ofDocument(documentOfJson(body, content, []));
  const { file, secrets = {} } = content;
  if (!isFields(secrets) || !Object.values(secrets).every((value) => typeof value === "string"))
    return { refused: [{ attribute: "secrets", message: "must be an object whose values are text" }] };
  const document =
    typeof file === "string" ? readDocument(file, MAX_NODES) : documentOfJson(body, file, ["file"]);
  return ofDocument(document, secrets as Record<string, string>);
}

const ofDocument = (
  document: ReturnType<typeof readDocument>,
  secrets: Record<string, string> = {},
): Body | { problems: LocatedProblem[] } => ("problems" in document ? document : { document, secrets });

/** Undefined if it is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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

const refuse = (problems: LocatedProblem[]): ReadSent => ({
  refused: problems.slice(0, MAX_VALIDATIONS).map(toValidation),
});

/** Of the file as a whole, the attribute is `file`. */
const toValidation = ({ path, message, line, column }: LocatedProblem): Validation => ({
  attribute: formatPath(path) || "file",
  message: `line ${line}, column ${column}: ${message}`,
});
