import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { callApi, callApiForText } from "./client";
import type { ClientOptions } from "./client-options";
import { readSettings } from "./config";
import { describeChanges, describeInMarkdown, describePlan } from "./describe-plan";
import { CliError, EXIT } from "./exit";
import { isAny } from "./parse-response";
import { type Done, isDone, isPlan, type Plan } from "./plan-things";
import { printJson, printLines, printOutput, printText } from "./print";
import { retryOn } from "./retry";
import { saveExport } from "./save-export";

/** What `plan` exits with if the file would change something. */
const WOULD_CHANGE = 2;

/** An apply of thousands of snitches takes minutes on a busy server. */
const TIMEOUT_MS = 10 * 60_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Another file may be applied to the case, or too many wait. */
const PATIENCE = { attempts: 20, waitMs: 3_000 };

/** Prints what applying a file would do. */
export async function plan(options: ClientOptions, file: string): Promise<number> {
  const planned = await requestPlan(options, readFile(file));
  if (options.json) printJson(planned);
  else if (options.markdown) printText("stdout", describeInMarkdown(planned));
  else printLines(...describePlan(planned));
  return planned.changes.length > 0 ? WOULD_CHANGE : EXIT.ok;
}

/** Applies a file with the secrets that it names, from the environment of this program. */
export async function apply(options: ClientOptions, file: string): Promise<void> {
  const text = readFile(file);
  const { digest } = await requestPlan(options, text);
  const body = { file: text, secrets: readSecrets(text, process.env) };
  const path = `/v1/configuration/apply?digest=${digest}${pruneOf(options, "&")}`;
  const applied = await retryOn<Done>(503, PATIENCE, () =>
    callApi(readSettings(options), {
      method: "POST",
      path,
      body,
      is: isDone,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    }),
  );
  if (options.json) printJson(applied);
  else if (applied.done.length === 0) printLines("Nothing to do.");
  else printLines(...describeChanges(applied.done), "", "Done.");
}

/** Prints the configuration as a file or, with a kind, saves the history of that kind. */
export async function exportFile(options: ClientOptions, kind?: string): Promise<void> {
  if (kind !== undefined) return saveExport(options, kind);
  const accept = options.json ? "application/json" : "application/yaml";
  const text = await callApiForText(readSettings(options), {
    method: "GET",
    path: "/v1/configuration",
    accept,
    is: isAny,
    maxBytes: MAX_BYTES,
  });
  printOutput(text, false);
}

const pruneOf = ({ prune }: ClientOptions, separator: string) => (prune ? `${separator}prune=true` : "");

const requestPlan = (options: ClientOptions, text: string): Promise<Plan> =>
  retryOn(503, PATIENCE, () =>
    callApi(readSettings(options), {
      method: "POST",
      path: `/v1/configuration/plan${pruneOf(options, "?")}`,
      text: { type: /^\s*[{[]/.test(text) ? "application/json" : "application/yaml", content: text },
      is: isPlan,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    }),
  );

function readFile(file: string): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw new CliError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

/** The variables that the settings of channels and the passwords of pages name by `env`, as far as they are set. No other one is read. */
export function readSecrets(
  text: string,
  environment: Record<string, string | undefined>,
): Record<string, string> {
  const content: unknown = parse(text, { merge: true, logLevel: "silent" });
  const settings = membersOf(memberOf(content, "channels")).flatMap((channel) =>
    membersOf(memberOf(channel, "settings")),
  );
  const passwords = membersOf(memberOf(content, "pages")).map((page) => memberOf(page, "password"));
  const named = [...settings, ...passwords].map((secret) => memberOf(secret, "env"));
  return Object.fromEntries(
    named.flatMap((name) => {
      const value =
        typeof name === "string" && Object.hasOwn(environment, name) ? environment[name] : undefined;
      return value ? [[name as string, value]] : [];
    }),
  );
}

const isThing = (value: unknown): value is object => typeof value === "object" && value !== null;

const memberOf = (value: unknown, name: string): unknown =>
  isThing(value) && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;

const membersOf = (value: unknown): unknown[] => (isThing(value) ? Object.values(value) : []);
