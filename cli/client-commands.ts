import { parseMargin } from "@/lib/rules/schedule/margin-text";
import { callApi } from "./client";
import type { ClientOptions } from "./client-options";
import { readSettings } from "./config";
import { CliError, EXIT } from "./exit";
import { readMoment } from "./moment";
import { printRows, printThing } from "./print";
import { findCheckInBase } from "./server";
import { deliver } from "./spool/deliver";

export { doctor } from "./doctor";

type Snitch = { token: string; name: string; status: string; tags: string[]; checked_in_at: string | null };
type Run = {
  id: string;
  outcome: string;
  started_at: string | null;
  ended_at: string | null;
  duration_ms: number | null;
  reported_ms: number | null;
  exit_status: string;
  host: string;
};
type Incident = {
  id: string;
  snitch: string;
  cause: string;
  severity: string;
  opened_at: string;
  acknowledged_at: string | null;
};

const TIMEOUT_MS = 30_000;
const SECOND_MS = 1_000;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const pathOf = (token: string) => `/v1/snitches/${encodeURIComponent(token)}`;
/** The API's status `failed` is called missing everywhere else. */
const wordFor = (status: string) => (status === "failed" ? "missing" : status);
const isJson = ({ json }: ClientOptions) => json === true;
const time = (at: string | null) => at?.replace("T", " ").replace(/\.\d+Z$/, " UTC") ?? "";
const get = <Result>(options: ClientOptions, path: string) =>
  callApi<Result>(readSettings(options), { method: "GET", path });
const post = (options: ClientOptions, path: string, body?: unknown) =>
  callApi<unknown>(readSettings(options), { method: "POST", path, body });

export async function list(options: ClientOptions): Promise<void> {
  const tags = options.tag?.length ? `?tags=${options.tag.map(encodeURIComponent).join(",")}` : "";
  const all = await get<Snitch[]>(options, `/v1/snitches${tags}`);
  const wanted = options.status;
  const snitches = wanted ? all.filter(({ status }) => status === wanted || wordFor(status) === wanted) : all;
  printRows(
    snitches,
    [
      ["TOKEN", ({ token }) => token],
      ["STATUS", ({ status }) => wordFor(status)],
      ["LAST CHECK-IN", ({ checked_in_at }) => time(checked_in_at) || "never"],
      ["NAME", ({ name, tags }) => [name, ...tags.map((tag) => `#${tag}`)].join(" ")],
    ],
    { isJson: isJson(options), empty: "No snitches." },
  );
}

export async function show(options: ClientOptions, token: string): Promise<void> {
  printThing(await get<object>(options, pathOf(token)), isJson(options));
}

export async function runs(options: ClientOptions, token: string): Promise<void> {
  printRows(
    await get<Run[]>(options, `${pathOf(token)}/runs`),
    [
      ["RUN", ({ id }) => id],
      ["OUTCOME", ({ outcome }) => outcome],
      ["STARTED", ({ started_at, ended_at }) => time(started_at ?? ended_at)],
      ["TOOK", ({ duration_ms, reported_ms }) => seconds(reported_ms ?? duration_ms)],
      ["EXIT", ({ exit_status }) => exit_status],
      ["HOST", ({ host }) => host],
    ],
    { isJson: isJson(options), empty: "No runs yet." },
  );
}

const seconds = (ms: number | null) => (ms === null ? "" : `${(ms / SECOND_MS).toFixed(1)} s`);

export async function output(options: ClientOptions, token: string, id?: string): Promise<void> {
  const [latest] = id ? [] : await get<Run[]>(options, `${pathOf(token)}/runs?limit=1`);
  const run = id ?? latest?.id;
  if (!run) throw new CliError("This snitch has no runs yet.");
  const found = await get<{ output: unknown }>(options, `${pathOf(token)}/runs/${encodeURIComponent(run)}`);
  if (isJson(options)) {
    printThing(found, true);
    return;
  }
  const text = readText(found.output);
  if (text === null) throw new CliError("No output of this run is kept.");
  process.stdout.write(text.endsWith("\n") || text === "" ? text : `${text}\n`);
}

function readText(kept: unknown): string | null {
  if (typeof kept === "string") return kept;
  const { text } = (kept ?? {}) as { text?: unknown };
  return typeof text === "string" ? text : null;
}

/** Checks in now, without a run. */
export async function ping(options: ClientOptions, token: string): Promise<number> {
  const settings = readSettings(options);
  const base = await findCheckInBase(settings.url, TIMEOUT_MS).catch((thrown: Error) => {
    throw new CliError(`${settings.url} cannot be reached: ${thrown.message}.`, EXIT.unreachable);
  });
  const snitch = { kind: "url", checkInUrl: `${base}/${token}` } as const;
  const report = { server: null, snitch, signal: "success", parameters: {}, at: readMoment() };
  const result = await deliver(report, Buffer.alloc(0), settings, { timeoutMs: TIMEOUT_MS });
  if (result.outcome !== "delivered")
    throw new CliError(result.reason, result.outcome === "failed" ? EXIT.unreachable : EXIT.failed);
  console.log(isJson(options) ? JSON.stringify({ token, recorded: true }) : "Recorded.");
  return EXIT.ok;
}

export const pause = (options: ClientOptions, token: string) =>
  change(options, `${pathOf(token)}/pause`, "Paused. Its next check-in ends the pause.");

export const unpause = (options: ClientOptions, token: string) =>
  change(options, `${pathOf(token)}/unpause`, "Monitored again.");

export async function snooze(options: ClientOptions, token: string, duration: string): Promise<void> {
  const ms = (parseMargin(duration) ?? 0) * SECOND_MS;
  if (ms === 0) throw new CliError(`“${duration}” is no time. Write one such as 30m or 2h.`, EXIT.usage);
  const until = new Date(Date.now() + ms).toISOString();
  const id = await findIncident(options, token);
  await change(options, `/v1/incidents/${id}/snooze`, `No alerts until ${time(until)}.`, { until });
}

export const acknowledge = async (options: ClientOptions, token: string) =>
  change(options, `/v1/incidents/${await findIncident(options, token)}/acknowledge`, "Acknowledged.");

async function change(options: ClientOptions, path: string, done: string, body?: unknown): Promise<void> {
  await post(options, path, body);
  console.log(isJson(options) ? JSON.stringify({ done: true }) : done);
}

/** An id of an incident as it is, and of a snitch that of its open incident. */
async function findIncident(options: ClientOptions, given: string): Promise<string> {
  if (UUID.test(given)) return given;
  const path = `/v1/incidents?status=open&snitch=${encodeURIComponent(given)}`;
  const [incident] = await get<Incident[]>(options, path);
  if (!incident) throw new CliError("This snitch has no open incident.");
  return incident.id;
}

export async function incidents(options: ClientOptions): Promise<void> {
  printRows(
    await get<Incident[]>(options, options.all ? "/v1/incidents" : "/v1/incidents?status=open"),
    [
      ["INCIDENT", ({ id }) => id],
      ["SEVERITY", ({ severity }) => severity],
      ["CAUSE", ({ cause }) => cause],
      ["SINCE", ({ opened_at }) => time(opened_at)],
      ["SNITCH", ({ snitch }) => snitch],
      ["", ({ acknowledged_at }) => (acknowledged_at ? "acknowledged" : "")],
    ],
    { isJson: isJson(options), empty: "No open incidents." },
  );
}

export async function open(options: ClientOptions, token: string): Promise<void> {
  console.log(`${readSettings(options).url}/snitches/${encodeURIComponent(token)}`);
}
