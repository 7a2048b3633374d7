import { callApi } from "./client";
import type { Settings } from "./config";
import { findWatchedUrl } from "./discover/known";
import { CliError } from "./exit";
import { sendRequest } from "./http";
import { type Is, isHttpUrl, isObject, isText, parseResponse } from "./parse-response";
import { readStateFile, writeStateFile } from "./state-file";

/** What a server says about itself, and what is kept of it for when its pages are unavailable. */
type Server = { check_in_url: string; version: string };

const isServer: Is<Server> = isObject({ check_in_url: isHttpUrl, version: isText });

/** What makes or keeps a snitch: its slug, and the schedule that the command line names. */
export type SlugTerms = {
  slug: string;
  name?: string;
  interval?: string;
  schedule?: string;
  timezone?: string;
  grace?: number;
  tags?: string[];
};

/** The snitch that a job reports to. `learnt`: by what `discover` asked for the URL. */
export type SnitchReference =
  | { kind: "url"; checkInUrl: string; learnt?: SlugTerms }
  | { kind: "token"; token: string }
  | ({ kind: "slug" } & SlugTerms);

type KnownSnitch = { token: string; check_in_url: string };

const isKnownSnitch: Is<KnownSnitch> = isObject({ token: isText, check_in_url: isHttpUrl });

const MAX_VERSION = 40;

/** Where the check-ins of a server go: asked once. */
export async function findCheckInBase(url: string, timeoutMs: number): Promise<string> {
  const cached = readStateFile("servers", url, isServer);
  return (cached ?? (await askServer(url, timeoutMs))).check_in_url.replace(/\/+$/, "");
}

/** Asks a server for its version and where its check-ins go, and keeps the response. */
export async function askServer(url: string, timeoutMs: number): Promise<Server> {
  const { status, body } = await sendRequest({ method: "GET", url: `${url}/.well-known/tattle`, timeoutMs });
  const response = status === 200 ? parseResponse(body) : null;
  if (!isServer(response))
    throw new CliError(
      `${url} responded with ${status} to /.well-known/tattle. Is it the URL of a Tattle server?`,
    );
  const { check_in_url, version } = response;
  const server = { check_in_url, version: version.slice(0, MAX_VERSION) };
  writeStateFile("servers", url, server);
  return server;
}

/** The check-in URL of a snitch. One that is named by its slug is made if the case has none, and gets the schedule that is given. */
export async function findCheckInUrl(
  reference: SnitchReference,
  settings: Settings | null,
  timeoutMs: number,
): Promise<string> {
  if (reference.kind === "url") return findNextUrl(reference, settings) ?? reference.checkInUrl;
  if (!settings) throw new CliError("no server URL is set: run `tattle login`, or set TATTLE_URL");
  if (reference.kind === "slug" && settings.jobsFile) {
    const checkInUrl = findWatchedUrl(settings.jobsFile, reference.slug);
    if (checkInUrl) return checkInUrl;
    throw new CliError(
      "root does not watch this job yet: its reports are kept until `tattle flush` runs as root",
    );
  }
  if (reference.kind === "token")
    return `${await findCheckInBase(settings.url, timeoutMs)}/${reference.token}`;
  const name = nameOfSnitch(settings, reference);
  const cached = readStateFile("snitches", name, isKnownSnitch);
  if (cached) return cached.check_in_url;
  return askForSnitch(settings, reference, name, timeoutMs);
}

/** The URL that came in the place of one that `discover` learnt; null if none did. */
function findNextUrl(reference: SnitchReference & { kind: "url" }, settings: Settings | null): string | null {
  if (!reference.learnt || !settings) return null;
  if (settings.jobsFile) return findWatchedUrl(settings.jobsFile, reference.learnt.slug);
  const cached = readStateFile("snitches", nameOfSnitch(settings, reference), isKnownSnitch);
  return cached?.check_in_url ?? null;
}

/**
 * Forgets a URL that its server does not know anymore, if it was learnt by a slug or by `discover`, and asks again. Null if there is no other
 * URL, or no key to ask with: what root watches for others, only root can ask for.
 */
export async function findUrlAgain(
  reference: SnitchReference,
  settings: Settings | null,
  formerUrl: string,
  timeoutMs: number,
): Promise<string | null> {
  const terms = reference.kind === "url" ? reference.learnt : reference.kind === "slug" ? reference : null;
  if (!terms || !settings || settings.jobsFile) return null;
  const name = nameOfSnitch(settings, reference);
  writeStateFile("snitches", name, null);
  const url = await askForSnitch(settings, terms, name, timeoutMs);
  return url === formerUrl ? null : url;
}

const asking = new Map<string, Promise<string>>();

/** The start and the finish of a short job ask at the same time. */
function askForSnitch(
  settings: Settings,
  terms: SlugTerms & { kind?: "slug" },
  name: string,
  timeoutMs: number,
): Promise<string> {
  const response = asking.get(name) ?? requestSnitch(settings, terms, name, timeoutMs);
  asking.set(name, response);
  return response.finally(() => asking.delete(name));
}

async function requestSnitch(
  settings: Settings,
  { kind, slug, ...body }: SlugTerms & { kind?: "slug" },
  name: string,
  timeoutMs: number,
): Promise<string> {
  const path = `/v1/snitches/slugs/${encodeURIComponent(slug)}`;
  const { token, check_in_url } = await callApi(settings, {
    method: "PUT",
    path,
    body,
    timeoutMs,
    is: isKnownSnitch,
  });
  writeStateFile("snitches", name, { token, check_in_url });
  return check_in_url;
}

/** Stores what the server said of a snitch when it was asked for many. */
export const rememberSnitch = (settings: Settings, reference: SnitchReference, snitch: KnownSnitch): void =>
  writeStateFile("snitches", nameOfSnitch(settings, reference), snitch);

/** With another schedule, it is asked for again, so that the server has the schedule, too. */
const nameOfSnitch = ({ url, key }: Settings, reference: SnitchReference) =>
  JSON.stringify([url, key, reference]);
