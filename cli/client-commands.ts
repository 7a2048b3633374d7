import { hostname } from "node:os";
import { parseMargin } from "@/lib/rules/schedule/margin-text";
import {
  type Incident,
  isIncident,
  isRun,
  isRunWithOutput,
  isSnitch,
  type RunWithOutput,
  type Snitch,
} from "./api-things";
import { ApiRefusal, callApi } from "./client";
import type { ClientOptions } from "./client-options";
import { readSettings } from "./config";
import {
  describeDuration,
  describeIncident,
  describeLastReport,
  describeSnitch,
  describeStatus,
  describeTime,
} from "./describe";
import { endSnitches } from "./end-snitches";
import { CliError, EXIT } from "./exit";
import { readMoment } from "./moment";
import { type Is, isAny, isList } from "./parse-response";
import { isTerminal, printJson, printLines, printOutput, printPage, printRows } from "./print";
import { findCheckInBase } from "./server";
import { deliver } from "./spool/deliver";

export { doctor } from "./doctor";

const TIMEOUT_MS = 30_000;
const SECOND_MS = 1_000;
const MIB = 1024 * 1024;
/** All snitches of a case come at once: these are some 20,000. */
const MAX_LIST_BYTES = 16 * MIB;
/** An output has 1 MB at most, of which each character may take six in JSON. */
const MAX_OUTPUT_BYTES = 8 * MIB;
/** The id of an incident, or the address of its page, which ends with it. */
const INCIDENT = /(?:^|\/)([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;
const OPEN = "/v1/incidents?status=open";

const pathOf = (token: string) => `/v1/snitches/${encodeURIComponent(token)}`;
const isJson = ({ json }: ClientOptions) => json === true;
const isForPrograms = (options: ClientOptions) => isJson(options) || !isTerminal();
const pageOf = (options: ClientOptions, token: string) =>
  `${readSettings(options).url}/snitches/${encodeURIComponent(token)}`;
const get = <Result>(options: ClientOptions, path: string, is: Is<Result>, maxBytes?: number) =>
  callApi(readSettings(options), { method: "GET", path, is, ...(maxBytes !== undefined && { maxBytes }) });
const post = (options: ClientOptions, path: string, body?: unknown) =>
  callApi(readSettings(options), { method: "POST", path, body, is: isAny });
const listIncidents = (options: ClientOptions, path: string) => get(options, path, isList(isIncident));

export async function list(options: ClientOptions): Promise<void> {
  const tags = options.tag?.length ? `?tags=${options.tag.map(encodeURIComponent).join(",")}` : "";
  const all = await get(options, `/v1/snitches${tags}`, isList(isSnitch), MAX_LIST_BYTES);
  const wanted = options.status;
  const snitches = wanted
    ? all.filter(({ status }) => status === wanted || describeStatus(status) === wanted)
    : all;
  const open = isForPrograms(options) ? new Map() : await findOpenIncidents(options, snitches);
  printRows(
    snitches,
    [
      ["TOKEN", ({ token }) => token],
      ["STATUS", ({ status }) => describeStatus(status)],
      ["LAST REPORT", (snitch) => describeLastReport(snitch, open.get(snitch.token) ?? null)],
      ["NAME", ({ name, tags }) => [name, ...tags.map((tag) => `#${tag}`)].join(" ")],
    ],
    { isJson: isJson(options), empty: "No snitches." },
  );
}

/** The open incidents of these snitches by their tokens, as far as they are among the latest hundred. */
async function findOpenIncidents(options: ClientOptions, snitches: Snitch[]): Promise<Map<string, Incident>> {
  const isFailing = ({ status }: Snitch) => status === "failed" || status === "errored";
  const incidents = snitches.some(isFailing) ? await listIncidents(options, OPEN) : [];
  return new Map(incidents.map((incident) => [incident.snitch, incident]));
}

export async function show(options: ClientOptions, token: string): Promise<void> {
  const snitch = await get(options, pathOf(token), isSnitch);
  if (isForPrograms(options)) {
    printJson(snitch);
    return;
  }
  const [incident = null] = await listIncidents(options, `${OPEN}&snitch=${encodeURIComponent(token)}`);
  printPage(describeSnitch(snitch, incident, pageOf(options, token)));
}

export async function runs(options: ClientOptions, token: string): Promise<void> {
  printRows(
    await get(options, `${pathOf(token)}/runs`, isList(isRun)),
    [
      ["STARTED", ({ started_at, ended_at }) => describeTime(started_at ?? ended_at)],
      ["OUTCOME", ({ outcome }) => outcome],
      ["TOOK", describeDuration],
      ["EXIT", ({ exit_status }) => exit_status],
      ["HOST", ({ host }) => host],
      ["RUN", ({ id }) => id],
    ],
    { isJson: isJson(options), empty: "No runs yet." },
  );
}

export async function output(options: ClientOptions, token: string, id?: string): Promise<void> {
  const [latest] = id ? [] : await get(options, `${pathOf(token)}/runs?limit=1`, isList(isRun));
  const run = id ?? latest?.id;
  if (!run) throw new CliError("This snitch has no runs yet.");
  const path = `${pathOf(token)}/runs/${encodeURIComponent(run)}`;
  const runWithOutput = await get(options, path, isRunWithOutput, MAX_OUTPUT_BYTES);
  if (isJson(options)) printJson(runWithOutput);
  else if (typeof runWithOutput.output === "string") printOutput(runWithOutput.output, options.raw === true);
  else
    throw new CliError(
      `No output is stored for this run. ${await explainAbsence(options, token, runWithOutput)}`,
    );
}

/** The end of the slug that `discover` gives. */
const DISCOVERED = /-[\da-f]{16}$/;

async function explainAbsence(options: ClientOptions, token: string, run: RunWithOutput): Promise<string> {
  if (!run.ended_at) return "It arrives when the run ends.";
  const { slug } = await get(options, pathOf(token), isSnitch);
  return DISCOVERED.test(slug ?? "")
    ? "`tattle discover` watches this job: cron mails what the job prints, and a service’s output goes to its journal."
    : "The job printed nothing, or its output was not sent (`tattle run --no-output`, or a cron job watched by `tattle discover`). Output is deleted after 30 days.";
}

/** Checks in now, without a run. */
export async function ping(options: ClientOptions, token: string): Promise<number> {
  const settings = readSettings(options);
  const base = await findCheckInBase(settings.url, TIMEOUT_MS).catch((error: Error) => {
    throw new CliError(`${settings.url} cannot be reached: ${error.message}.`, EXIT.unreachable);
  });
  const snitch = { kind: "url", checkInUrl: `${base}/${token}` } as const;
  const report = { server: null, snitch, signal: "success", parameters: {}, at: readMoment() };
  const result = await deliver(report, Buffer.alloc(0), settings, { timeoutMs: TIMEOUT_MS });
  if (result.outcome !== "delivered")
    throw new CliError(result.reason, result.outcome === "failed" ? EXIT.unreachable : EXIT.failed);
  if (isJson(options)) printJson({ token, recorded: true });
  else printLines("Recorded.");
  return EXIT.ok;
}

export const pause = (options: ClientOptions, token: string) =>
  change(options, `${pathOf(token)}/pause`, "Paused until its next healthy check-in.");

export const unpause = (options: ClientOptions, token: string) =>
  change(options, `${pathOf(token)}/unpause`, "Unpaused.");

export async function snooze(options: ClientOptions, token: string, duration: string): Promise<void> {
  const ms = (parseMargin(duration) ?? 0) * SECOND_MS;
  if (ms === 0)
    throw new CliError(`“${duration}” isn't a valid duration. Use one such as 30m or 2h.`, EXIT.usage);
  const until = new Date(Date.now() + ms).toISOString();
  const id = await findIncident(options, token);
  await change(options, `/v1/incidents/${id}/snooze`, `No alerts until ${describeTime(until)}.`, { until });
}

/** Maintenance of the snitches that run on this machine, from now on. */
export async function maintenance(options: ClientOptions, time: string): Promise<void> {
  const duration = parseMargin(time) ?? 0;
  if (duration === 0)
    throw new CliError(`“${time}” isn't a valid duration. Use one such as 30m or 2h.`, EXIT.usage);
  const host = hostname();
  const body = { host, duration, ...(options.note !== undefined && { note: options.note }) };
  await change(
    options,
    "/v1/maintenance",
    `Maintenance of ${host}: no alerts about its jobs for ${time}.`,
    body,
  );
}

/** Forgets a machine that no longer exists, and ends the snitches that ran there last, if the options say so. */
export async function removeMachine(options: ClientOptions, name: string): Promise<void> {
  const all = await get(options, "/v1/snitches", isList(isSnitch), MAX_LIST_BYTES);
  const tokens = all.filter(({ last_run }) => last_run?.host === name).map(({ token }) => token);
  const sentences = await endSnitches(tokens, options, {
    settings: () => readSettings(options),
    command: `tattle machine remove ${name}`,
  });
  const isKnown = await forgetMachine(options, name);
  if (!isKnown && tokens.length === 0) throw new CliError(`No job has reported from ${name}.`);
  if (isJson(options)) printJson({ machine: name, snitches: tokens });
  else printLines(`${name} is no longer listed.`, ...sentences);
}

/** False if there is no such machine. */
const forgetMachine = (options: ClientOptions, name: string): Promise<boolean> =>
  callApi(readSettings(options), {
    method: "DELETE",
    path: `/v1/machines/${encodeURIComponent(name)}`,
    is: isAny,
  }).then(
    () => true,
    (error) => {
      if (error instanceof ApiRefusal && error.httpStatus === 404) return false;
      throw error;
    },
  );

export const acknowledge = async (options: ClientOptions, token: string) =>
  change(options, `/v1/incidents/${await findIncident(options, token)}/acknowledge`, "Acknowledged.");

async function change(options: ClientOptions, path: string, sentence: string, body?: unknown): Promise<void> {
  await post(options, path, body);
  if (isJson(options)) printJson({ done: true });
  else printLines(sentence);
}

/** An id of an incident as it is, of the address of its page the end, and of a snitch that of its open incident. */
async function findIncident(options: ClientOptions, text: string): Promise<string> {
  const [, id] = INCIDENT.exec(text) ?? [];
  if (id) return id;
  const [incident] = await listIncidents(options, `${OPEN}&snitch=${encodeURIComponent(text)}`);
  if (!incident) throw new CliError("This snitch has no open incident.");
  return encodeURIComponent(incident.id);
}

/** What the API lists at once. */
const MAX_INCIDENTS = 100;

export async function incidents(options: ClientOptions): Promise<void> {
  const listedIncidents = await listIncidents(options, options.all ? "/v1/incidents" : OPEN);
  if (isForPrograms(options)) {
    for (const incident of listedIncidents) printJson(incident);
    return;
  }
  const blocks = listedIncidents.map((incident) =>
    describeIncident(incident, pageOf(options, incident.snitch)),
  );
  if (listedIncidents.length === 0) blocks.push([options.all ? "No incidents." : "No open incidents."]);
  if (listedIncidents.length === MAX_INCIDENTS)
    blocks.push([`Showing the latest ${MAX_INCIDENTS}. There may be more.`]);
  printLines(...blocks.flatMap((lines, i) => (i > 0 ? ["", ...lines] : lines)));
}

export async function open(options: ClientOptions, token: string): Promise<void> {
  printLines(pageOf(options, token));
}
