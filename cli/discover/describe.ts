import { formatCount } from "@/lib/rules/format-count";
import type { EndOptions } from "../end-snitches";
import type { Applied } from "./apply";
import type { KnownFile } from "./known";
import { PREFIX_LENGTH, type RevokedKeys } from "./make-snitches";
import type { Plan, PlannedJob } from "./plan";
import type { Undone } from "./saved-files";

const CHANGES: Record<PlannedJob["change"], { mark: string; label: string }> = {
  new: { mark: "+", label: "" },
  unchanged: { mark: " ", label: "" },
  rescheduled: { mark: "~", label: "has a new schedule" },
  "other command": { mark: "~", label: "has a new command" },
  moved: { mark: "~", label: "has moved here" },
};

/** Jobs that aren't watched have no planned change. */
const NO_CHANGE = { mark: " ", label: "" };

const MAX_COMMAND = 60;

/** What a person reads before `--apply`, in lines. */
export function describePlan(plan: Plan): string[] {
  const { jobs, files, remarks, toPaste, vanished, machine } = plan;
  const watched = jobs.filter(({ isOn }) => isOn);
  const off = jobs.filter(({ isOn }) => !isOn);
  const isDone = files.length === 0 && watched.every(({ change }) => change === "unchanged");
  const sections = [
    section(
      `${formatCount(watched.length, "job")} on ${machine.hostName} ${describeState(watched.length, isDone)} watched:`,
      groupByFile(watched),
    ),
    section(
      "Not watched, unless you add --all-timers:",
      groupByFile(off.filter(({ kind }) => kind === "timer")),
    ),
    section(
      "Please note:",
      remarks.flatMap(({ file, line, text, message }) => [
        `  ${place(file, line)}: ${message}`,
        ...(text ? [`      ${cut(text)}`] : []),
      ]),
    ),
    section(
      "A line would be added, and no other line changes:",
      files.flatMap(({ file, added }) =>
        added.map(({ before, text }) => `  ${place(file, before)}: ${text}`),
      ),
    ),
    section(
      "This cron does not start Tattle's shell. To watch these jobs, change their lines to:",
      toPaste.flatMap(({ file, line, text }) => [`  ${place(file, line)}:`, `      ${text}`]),
    ),
    section(
      "No longer in any file. Pause or delete their snitches in the dashboard; --forget stops listing them:",
      vanished.map(({ name, file, schedule }) => `  - ${name}  ${oneLine(schedule)}  (${file})`),
    ),
  ];
  const all = [...sections, watched.length > 0 ? [describeNextStep(isDone)] : []];
  return all.filter(({ length }) => length > 0).flatMap((lines, i) => (i > 0 ? ["", ...lines] : lines));
}

const describeState = (jobs: number, isDone: boolean) => (isDone ? (jobs === 1 ? "is" : "are") : "would be");

const describeNextStep = (isDone: boolean) =>
  isDone
    ? "Nothing changed since the last tattle discover --apply. To undo it: tattle undo"
    : "Nothing has changed yet. To apply: tattle discover --apply";

const section = (title: string, lines: string[]) => (lines.length === 0 ? [] : [title, ...lines]);

function groupByFile(jobs: PlannedJob[]): string[] {
  const width = Math.min(30, Math.max(0, ...jobs.map(({ name }) => name.length)));
  const times = Math.min(24, Math.max(0, ...jobs.map(({ schedule }) => oneLine(schedule).length)));
  const files = [...new Set(jobs.map(({ file }) => file))];
  return files.flatMap((file) => [
    `  ${file}`,
    ...jobs.filter((job) => job.file === file).flatMap((job) => describeJob(job, width, times)),
  ]);
}

function describeJob(
  { name, schedule, timezone, user, command, kind, isOn, change, remarks }: PlannedJob,
  width: number,
  times: number,
): string[] {
  const { mark, label: args } = isOn ? CHANGES[change] : NO_CHANGE;
  const label = kind === "cron" ? cut(command) : "";
  const zone = schedule.startsWith("every ") ? "" : timezone;
  const parts = [`  ${mark} ${name.padEnd(width)}`, oneLine(schedule).padEnd(times), zone, user, label];
  return [
    parts.filter(Boolean).join("  ").trimEnd(),
    ...(isOn ? [args, ...remarks] : []).filter(Boolean).map((text) => `      ${text}`),
  ];
}

const oneLine = (schedule: string) => schedule.replaceAll("\n", "; ");
const place = (file: string, line: number | null) => (line === null ? file : `${file}, line ${line}`);
const cut = (text: string) => (text.length > MAX_COMMAND ? `${text.slice(0, MAX_COMMAND - 1)}…` : text);

/** What a person reads after `--apply`, in lines. */
export function describeApplied(
  { watched, created, flushes, changed, refused, failed, keys }: Applied,
  { remarks }: Pick<Plan, "remarks">,
  url: string,
): string[] {
  return [
    `${formatCount(watched, "job")} ${watched === 1 ? "is" : "are"} watched, ${created} of them new. The next runs appear at ${url}`,
    ...changed.map((file) => `  written: ${file}`),
    ...refused.map(({ slug, reason }) => `  not watched: ${slug}: ${reason}`),
    ...failed.map(({ file, reason }) => `  failed: ${file}: ${reason}`),
    ...remarks.map(({ file, line, message }) => `  please note: ${place(file, line)}: ${message}`),
    ...(keys ? describeKeys(keys) : []),
    ...(watched > 0 ? [describeFlushing(flushes)] : []),
    ...(changed.length > 0 ? ["To undo: tattle undo"] : []),
  ];
}

/** What became of the key of versions before 0.3.2. */
const describeKeys = ({ revoked, byHand }: RevokedKeys) => [
  "  replaced: the files that the runs of other users read. Versions before 0.3.2 wrote an API key into them: SECURITY.md says what that exposed.",
  ...revoked.map((key) => `  revoked: the API key ${key}`),
  ...byHand.map(
    (key) => `  revoke this API key on the API Keys page, because other users could read it: ${key}`,
  ),
];

/** The keys that `undo` leaves: those that users could read, and, with its snitches gone, that of root. */
export function describeKeysLeft(
  { settings, former, slugSecret }: KnownFile,
  { remove }: EndOptions,
): string[] {
  const wasShared = slugSecret === null;
  const keys = [former?.key, remove || wasShared ? settings?.key : null].filter(
    (key) => typeof key === "string",
  );
  return keys.map((key) => `Revoke the API key ${key.slice(0, PREFIX_LENGTH)}… on the API Keys page.`);
}

const describeFlushing = (flushes: boolean) =>
  flushes
    ? "Reports that could not be delivered are retried every minute."
    : "Reports that could not be delivered are retried with the next run. To retry every minute, add to your crontab: * * * * * tattle flush";

/** What a person reads after `undo`, in lines. */
export const describeUndone = (undone: Undone[]): string[] =>
  undone.length === 0
    ? ["There is nothing to undo."]
    : undone.map(
        ({ file, message }) =>
          `  ${message === null ? "restored" : "see"}: ${file}${message ? `: ${message}` : ""}`,
      );

/** The plan as data, for programs. */
export const presentPlan = ({ machine, jobs, files, remarks, toPaste, vanished }: Plan) => ({
  host: machine.hostName,
  timezone: machine.timezone,
  cron: machine.cron,
  // The slug of a new job is known once it is watched.
  jobs: jobs.map(({ host, isOn, slug, ...job }) => ({
    ...job,
    watched: isOn,
    slug: job.change === "new" ? null : slug,
  })),
  files: files.map(({ file, added }) => ({
    file,
    lines: added.map(({ before, text }) => ({ before, text })),
  })),
  to_paste: toPaste,
  remarks,
  vanished: vanished.map(({ host, checkInUrl, token, ...job }) => job),
});
