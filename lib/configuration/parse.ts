import { z } from "zod";
import { CASE_SETTINGS } from "@/lib/cases/settings";
import { applyInput, attributesOf, defaultsOf, inputsOf } from "@/lib/platform/setting";
import { MAX_AFTER_MINUTES, MAX_STEPS } from "@/lib/rules/incidents/escalate";
import { type CaseSettings, type Configuration, type Step, VERSION } from "./configuration";
import { type Document, type LocatedProblem, readDocument } from "./document";
import { type Fields, isFields, keyList, listProblems, unknownNames } from "./file-input";
import { parseBadges, parseChannels, parseMaintenance, parsePages, parseSnitches } from "./parse-entries";
import { formatPath, type Path, type Problem } from "./problem";

/** A file that was read. What is wrong with single entries is in `problems`, and those entries are left out. */
export type ParsedFile = {
  configuration: Configuration;
  problems: Problem[];
  /** All keys of the file, with those of entries that are wrong. */
  declared: { channels: Set<string>; snitches: Set<string> };
  locate: (problem: Problem) => LocatedProblem;
};

const SECTIONS = [
  "version",
  "case",
  "settings",
  "escalation",
  "channels",
  "snitches",
  "maintenance",
  "pages",
  "badges",
];

/** Reads a file. Never throws: a text that is no file at all, or has more than so many nodes, has problems alone. */
export function parseFile(text: string, maxNodes?: number): ParsedFile | { problems: LocatedProblem[] } {
  const document = readDocument(text, maxNodes);
  return "problems" in document ? document : parseContent(document);
}

/** The same of a text that was read. */
export function parseContent({ content, placeOf }: Document): ParsedFile | { problems: LocatedProblem[] } {
  const locate = (problem: Problem) => ({ ...problem, ...placeOf(problem.path) });
  const refuse = (message: string, path: Path = []) => ({ problems: [locate({ path, message })] });
  if (!isFields(content)) return refuse(`The file must be a map with version: ${VERSION}.`);
  if (content.version !== VERSION) {
    const message =
      content.version === undefined
        ? `can't be blank: write ${VERSION}`
        : `must be ${VERSION}: this version of Tattle knows no other`;
    return refuse(message, ["version"]);
  }
  return { ...parseSections(content), locate };
}

function parseSections(content: Fields): Omit<ParsedFile, "locate"> {
  const settings = section(content, "settings", parseSettings);
  const escalation = section(content, "escalation", parseEscalation);
  const channels = section(content, "channels", parseChannels);
  const snitches = section(content, "snitches", parseSnitches);
  const maintenance = section(content, "maintenance", parseMaintenance);
  const pages = section(content, "pages", parsePages);
  const badges = section(content, "badges", parseBadges);
  const theCase = section(content, "case", parseCase);
  const parts = [theCase, settings, escalation, channels, snitches, maintenance, pages, badges];
  return {
    configuration: {
      case: theCase.value,
      settings: settings.value,
      escalation: escalation.value,
      channels: channels.value,
      snitches: snitches.value,
      maintenance: maintenance.value,
      pages: pages.value,
      badges: badges.value,
    },
    problems: [
      ...unknownNames(content, SECTIONS, [], "a file"),
      ...parts.flatMap(({ problems }) => problems),
    ],
    declared: { channels: keysIn(content.channels), snitches: keysIn(content.snitches) },
  };
}

/** A part of the file. `value` is null if the file does not have it, or if it is wrong. */
type Parsed<Value> = { value: Value | null; problems: Problem[] };

function section<Value>(
  content: Fields,
  name: string,
  read: (value: unknown, path: Path) => Parsed<Value>,
): Parsed<Value> {
  const value = content[name];
  return value === undefined || value === null ? { value: null, problems: [] } : read(value, [name]);
}

const keysIn = (list: unknown) =>
  new Set(
    Array.isArray(list)
      ? list.flatMap((item: unknown) => (isFields(item) && typeof item.key === "string" ? [item.key] : []))
      : [],
  );

function parseCase(value: unknown, path: Path): Parsed<string> {
  if (typeof value === "string" && value.trim() !== "") return { value, problems: [] };
  return { value: null, problems: [{ path, message: "must be the name or the id of a case, as text" }] };
}

const settingsInput = z.object(inputsOf(CASE_SETTINGS));

/** What a case stores of the settings of a file. What the file leaves out has its default. */
export const caseColumns = (settings: z.input<typeof settingsInput>) =>
  applyInput(CASE_SETTINGS, settingsInput.parse(settings), defaultsOf(CASE_SETTINGS));

function parseSettings(value: unknown, path: Path): Parsed<CaseSettings> {
  if (!isFields(value)) return { value: null, problems: [{ path, message: "must be a map" }] };
  const unknown = unknownNames(value, Object.keys(settingsInput.shape), path, "a case");
  const result = settingsInput.safeParse(value);
  if (result.success) return { value: attributesOf(CASE_SETTINGS, caseColumns(value)), problems: unknown };
  return { value: null, problems: [...unknown, ...listProblems(result.error, path)] };
}

const NOT_MINUTES = `must be a whole number of minutes from 1 to ${MAX_AFTER_MINUTES} (7 days)`;
const NOT_PEOPLE = "must be a list of the addresses of members";
const MAX_TOLD = 100;

const stepInput = z
  .object({
    after_minutes: z.int({ error: NOT_MINUTES }).min(1, NOT_MINUTES).max(MAX_AFTER_MINUTES, NOT_MINUTES),
    channels: keyList(MAX_TOLD),
    people: z
      .array(z.string({ error: NOT_PEOPLE }), { error: NOT_PEOPLE })
      .max(MAX_TOLD, NOT_PEOPLE)
      .nullish()
      .transform((people) => [...new Set((people ?? []).map((each) => each.trim().toLowerCase()))].sort()),
  })
  .refine(({ channels, people }) => channels.length + people.length > 0, {
    error: "must notify somebody: name channels or people",
  });

function parseEscalation(value: unknown, path: Path): Parsed<Step[]> {
  const refuse = (message: string) => ({ value: null, problems: [{ path, message }] });
  if (!Array.isArray(value)) return refuse("must be a list of steps");
  if (value.length > MAX_STEPS) return refuse(`has too many steps (maximum is ${MAX_STEPS})`);
  const problems: Problem[] = [];
  const steps: Step[] = [];
  for (const [index, item] of value.entries()) {
    const place = [...path, index];
    if (isFields(item))
      problems.push(...unknownNames(item, ["after_minutes", "channels", "people"], place, "a step"));
    const result = stepInput.safeParse(isFields(item) ? item : {});
    if (!result.success) problems.push(...listProblems(result.error, place));
    else if (steps.some(({ after_minutes }) => after_minutes === result.data.after_minutes)) {
      problems.push({
        path: [...place, "after_minutes"],
        message: "is that of another step: put both into one",
      });
    } else steps.push(result.data);
  }
  const ordered = steps.sort((one, other) => one.after_minutes - other.after_minutes);
  return { value: problems.length > 0 ? null : ordered, problems };
}

/** A problem as one line: “line 12, snitches[3].schedule: can’t be blank”. */
export const problemText = ({ line, path, message }: LocatedProblem): string =>
  path.length > 0 ? `line ${line}, ${formatPath(path)}: ${message}` : `line ${line}: ${message}`;
