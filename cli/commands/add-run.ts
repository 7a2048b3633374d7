import { type Command, InvalidArgumentError } from "commander";
import { nameOfCommand } from "@/lib/rules/schedule/crontab-line";
import { parseMargin } from "@/lib/rules/schedule/margin-text";
import { slugify } from "@/lib/rules/slug";
import { findSettings, type SettingsOptions } from "../config";
import { CliError } from "../exit";
import type { RunOptions } from "../run/run-job";
import type { SnitchReference } from "../server";

type Options = SettingsOptions & {
  snitch?: string;
  slug?: string;
  output: boolean;
  redact?: string[];
  timeout?: number;
  lock?: boolean;
  file?: string;
  metricsFrom?: string;
  env?: string;
  schedule?: string;
  timezone?: string;
  grace?: number;
};

const SECOND_MS = 1_000;

export function addRun(program: Command, setStatus: (status: number) => void): void {
  program
    .command("run")
    .description("run a job and report its start and end")
    .usage("[--snitch TOKEN | --slug NAME] [options] -- COMMAND [ARG…]")
    .argument("<command...>")
    .passThroughOptions()
    .option("--snitch <TOKEN>", "token or check-in URL of the snitch")
    .option("--slug <NAME>", "name of the snitch, created if missing (default: the name of the command)")
    .option(
      "--schedule <SCHEDULE>",
      "schedule of the job: cron, OnCalendar or “every 45 minutes” (with --slug)",
    )
    .option("--timezone <ZONE>", "time zone of the schedule, such as Europe/Riga")
    .option("--grace <TIME>", "grace period, such as 15m", parseSeconds)
    .option("--env <NAME>", "environment, such as production")
    .option(
      "--timeout <TIME>",
      "stop the job after this time, such as 30m (SIGTERM, then SIGKILL after 10 s)",
      parseSeconds,
    )
    .option("--lock", "skip the job if its previous run is still running")
    .option("--no-output", "do not send the job's output")
    .option("--redact <REGEX>", "mask what matches in the output before it is sent (repeatable)", addPattern)
    .option(
      "--file <PATH>",
      "report the size and age of this file after the job; for a pattern such as /backup/*.dump, of the newest match",
    )
    .option("--metrics-from <FILE>", "report the numbers in this file after the job, one per line: rows 812")
    .option("--url <URL>", "URL of the Tattle server (default: TATTLE_URL)")
    .option("--key-file <FILE>", "file that contains the API key (default: TATTLE_KEY)")
    .action(async (command: string[], options: Options) => {
      const { runJob } = await import("../run/run-job");
      const [file = "", ...args] = command;
      setStatus(await runJob({ file, args }, referenceFrom(options, command), runOptions(options)));
    });
}

/** A snitch that is named in no way has the name of the command. */
function referenceFrom(
  { snitch, slug, schedule, timezone, grace }: Options,
  command: string[],
): SnitchReference {
  if (snitch !== undefined)
    return URL.canParse(snitch)
      ? { kind: "url", checkInUrl: snitch.replace(/\/+$/, "") }
      : { kind: "token", token: snitch };
  const name = slug ?? nameOfCommand(command.join(" "));
  const terms = {
    ...(schedule !== undefined && { schedule }),
    ...(timezone !== undefined && { timezone }),
    ...(grace !== undefined && { grace }),
  };
  return { kind: "slug", slug: slugify(name), name, ...terms };
}

/** Whatever is wrong with the settings, the job runs. */
function runOptions(options: Options): RunOptions {
  const { output, redact = [], timeout, lock = false, file, metricsFrom, env: environment } = options;
  const [settings, problem] = trySettings(options);
  return {
    settings,
    ...(problem !== undefined && { problem }),
    isOutputKept: output,
    redact,
    timeoutMs: timeout === undefined ? null : timeout * SECOND_MS,
    isLocked: lock,
    ...(file !== undefined && { file }),
    ...(metricsFrom !== undefined && { metricsFrom }),
    ...(environment !== undefined && { environment }),
  };
}

function trySettings(options: Options): [RunOptions["settings"], string?] {
  try {
    return [findSettings(options)];
  } catch (error) {
    if (error instanceof CliError) return [null, error.message];
    throw error;
  }
}

function parseSeconds(text: string): number {
  const seconds = parseMargin(text);
  if (seconds === null) throw new InvalidArgumentError("Use a duration such as 90s, 30m or 1h 30m.");
  return seconds;
}

function addPattern(text: string, patterns: string[] = []): string[] {
  try {
    new RegExp(text, "g");
  } catch {
    throw new InvalidArgumentError("Enter a valid regular expression.");
  }
  return [...patterns, text];
}
