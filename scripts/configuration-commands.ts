import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { OPERATOR } from "@/lib/audit/record";
import { findNamedCase } from "@/lib/cases/operator";
import { applyFile } from "@/lib/configuration/apply-file";
import { describePlan } from "@/lib/configuration/describe";
import type { LocatedProblem } from "@/lib/configuration/document";
import { FORMATS, type Format } from "@/lib/configuration/export";
import { exportCase } from "@/lib/configuration/export-case";
import { parseFile, problemText } from "@/lib/configuration/parse";
import { planFile } from "@/lib/configuration/plan-file";
import { invalidAttribute } from "@/lib/platform/refusal";
import { UserError } from "@/lib/platform/user-error.mjs";

/** What a dry run exits with if the file would change something. */
const WOULD_CHANGE = 2;

type ExportOptions = { format?: string; output?: string };

/** Writes the configuration of a case to a file, or to standard output. */
export async function exportConfiguration(idOrName: string, { format = "yaml", output }: ExportOptions) {
  const fileFormat = parseFormat(format);
  const theCase = await findNamedCase(idOrName);
  const content = await exportCase(theCase.id, fileFormat);
  const facts = { case: { id: theCase.id, name: theCase.name }, format: fileFormat };
  if (output === undefined) return { text: content.trimEnd(), ...facts, configuration: content };
  writeFileSync(placeOfFile(output), content);
  return { text: `Wrote ${output}.`, ...facts, output };
}

type ApplyOptions = { case?: string; dryRun?: boolean; prune?: boolean };

/** Makes a case what a file says. A file with one error changes nothing. */
export async function applyConfiguration(file: string, options: ApplyOptions) {
  const { dryRun = false, prune = false } = options;
  const text = readText(file);
  const theCase = await findNamedCase(options.case ?? caseNamedIn(text, file));
  const request = { text, prunes: prune, secrets: process.env };
  const target = { caseId: theCase.id, upload: null };
  const { planned, isApplied } = dryRun
    ? { planned: await planFile(request, target), isApplied: false }
    : await applyFile(request, target, { expected: null, by: OPERATOR, now: new Date() });
  const { problems, missing, changes, counts, keptCount } = planned;
  if (problems.length + missing.length > 0) {
    const message = (variable: string) => `needs a secret: set ${variable} in the environment`;
    throw refusal(
      [...problems, ...missing.map((each) => ({ ...each, message: message(each.variable) }))],
      file,
    );
  }
  const ending = isApplied ? "Done." : "Nothing was changed: this was a dry run.";
  return {
    text: [`Case ${theCase.name}`, "", describePlan(planned), ...(changes.length > 0 ? [ending] : [])].join(
      "\n",
    ),
    case: { id: theCase.id, name: theCase.name },
    dry_run: dryRun,
    changes,
    counts,
    not_in_file: keptCount,
    ...(dryRun && changes.length > 0 && { exitStatus: WOULD_CHANGE }),
  };
}

function caseNamedIn(text: string, file: string): string {
  const { configuration, problems, locate } = parseFile(text);
  if (configuration.case !== null) return configuration.case;
  if (problems.length > 0) throw refusal(problems.map(locate), file);
  throw new UserError(`${file} names no case: write “case: NAME” into it, or give --case.`);
}

function refusal(problems: LocatedProblem[], file: string): UserError {
  const lines = problems.toSorted((one, other) => one.line - other.line).map(problemText);
  const count = lines.length === 1 ? "one error" : `${lines.length.toLocaleString("en")} errors`;
  return new UserError(`${file} has ${count}. Nothing was changed.`, lines.join("\n"));
}

function readText(file: string): string {
  try {
    return readFileSync(file === "-" ? 0 : placeOfFile(file), "utf8");
  } catch (error) {
    throw new UserError(`${file} can’t be read: ${(error as Error).message}.`);
  }
}

/** Relative to where npm was called, which is not where the command runs. */
const placeOfFile = (file: string) => path.resolve(process.env.INIT_CWD ?? ".", file);

function parseFormat(name: string): Format {
  const format = FORMATS.find((each) => each === name);
  if (!format) throw invalidAttribute("format", `must be one of ${FORMATS.join(", ")}`);
  return format;
}
