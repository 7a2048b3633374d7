import { setTimeout as wait } from "node:timers/promises";
import type { CheckInRequest } from "@/lib/check-ins/handle";
import { happenedAt } from "@/lib/check-ins/happened-at";
import type { TextResponse } from "@/lib/http/text-response";
import { log } from "@/lib/platform/log";
import { objectFrom, parseEnvelope } from "./envelope";
import { findMonitor, type Project } from "./find-monitor";
import { partsOfDsn, readKey } from "./key-of";
import { type MonitorCheckIn, monitorCheckInFrom } from "./monitor-check-in";
import { readBody } from "./read-body";
import { type Outcome, reportCheckIn } from "./report-check-in";
import { json, LOST, limited, NO_KEY, refusal, WRONG_KEY } from "./response";

/** Programs send one check-in in an envelope. No more than this number are read. */
const MAX_CHECK_INS = 100;

/**
 * `/api/<number>/envelope/`. Takes the check-ins of an envelope in their order, and drops its other items. A check-in that is
 * refused is dropped, too, as Sentry drops it: the program could do nothing about it.
 */
export async function envelopeRequest(
  request: CheckInRequest,
  number: string,
  at: Date,
): Promise<TextResponse> {
  const envelope = parseEnvelope(await readBody(request));
  const key = readKey(request) ?? keyInDsn(envelope?.header.dsn, number);
  if (!key) return NO_KEY;
  const happened = happenedAt(request, at);
  if ("kind" in happened) return refusal(happened.status, happened.sentence);
  const [first, ...others] = parseCheckIns(envelope?.items ?? []);
  const project = first ? await findForCheckIn(number, key, first) : await findMonitor(number, key, "");
  if (!project) return WRONG_KEY;
  if (!envelope) return refusal(400, "The envelope must begin with a line that is a JSON object.");
  const outcomes = first ? [await reportCheckIn(request, project, first, at)] : [];
  for (const checkIn of others) {
    // Looked up for each: the previous one may have created the monitor. Only the first waits for a start in progress.
    const project = await findMonitor(number, key, checkIn.slug);
    if (project) outcomes.push(await reportCheckIn(request, project, checkIn, at));
  }
  return respond(outcomes, envelope.header.event_id);
}

function keyInDsn(dsn: unknown, number: string): string | null {
  const parts = partsOfDsn(dsn);
  return parts?.number === number ? parts.key : null;
}

function parseCheckIns(items: { type: string; payload: Buffer }[]): MonitorCheckIn[] {
  const payloads = items.filter(({ type }) => type === "check_in").slice(0, MAX_CHECK_INS);
  return payloads.flatMap(({ payload }) => {
    const fields = objectFrom(payload);
    const checkIn = fields ? monitorCheckInFrom(fields) : "The check-in is not a JSON object.";
    if (typeof checkIn !== "string") return [checkIn];
    log.warn({ problem: checkIn }, "a check-in of an envelope was dropped");
    return [];
  });
}

const EVENT_ID = /^[\da-f-]{32,36}$/i;

function respond(outcomes: Outcome[], eventId: unknown): TextResponse {
  for (const outcome of outcomes) {
    if (outcome.kind === "lost") return LOST;
    if (outcome.kind === "limited") return limited(outcome.waitSeconds, outcome.message);
    if (outcome.kind === "refused") log.warn({ problem: outcome.message }, "a check-in was dropped");
  }
  return json(200, typeof eventId === "string" && EVENT_ID.test(eventId) ? { id: eventId } : {});
}

/** How long a check-in waits in all for the one that creates its monitor, in steps. */
const WAITS_MS = [100, 200, 400, 800];

/**
 * The case and the snitches that a check-in is for, as `findMonitor` finds them. SDKs send the end of a short run together with
 * its start, and only the start has the settings that create the monitor: the end waits for it, also at another process.
 */
async function findForCheckIn(number: string, key: string, checkIn: MonitorCheckIn): Promise<Project | null> {
  for (const waitMs of mayFollowStart(checkIn) ? WAITS_MS : []) {
    const project = await findMonitor(number, key, checkIn.slug);
    if (!project || project.monitors.length > 0) return project;
    await wait(waitMs);
  }
  return findMonitor(number, key, checkIn.slug);
}

const mayFollowStart = ({ status, rid, config }: MonitorCheckIn) =>
  status !== "in_progress" && rid !== null && (config === undefined || config === null);
