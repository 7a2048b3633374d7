import { refuseIfOnHold } from "@/lib/cases/plan";
import { pauseSnitch, unpauseSnitch } from "@/lib/monitoring/pause";
import { removeSnitch } from "@/lib/monitoring/remove";
import { env } from "@/lib/platform/env";
import type { Prisma } from "@/lib/platform/generated/client";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { inSlices } from "@/lib/snitches/in-slices";
import { type Call, json } from "./call";
import { listChannels, parseChannelIds } from "./channels";
import { presentCheck } from "./check";
import { createCheck } from "./create-check";
import { type CallScope, type FoundCheck, findByKey, findByUuid, findFacts, listFound } from "./find-checks";
import { Rejection } from "./rejection";
import { readFilters, type Settings, toSettings } from "./settings";
import { parseSpec, parseTags, type Spec, type Unique } from "./spec";
import { pauseTerms, updateCheck } from "./update-check";

/** The snitches as the caller may see them. */
async function present({ version, isReadOnly, now }: Call, snitches: FoundCheck[]) {
  const factsOf = await findFacts(snitches);
  const view = { version, isReadOnly, now, appUrl: env.APP_URL, checkInUrl: env.CHECK_IN_URL };
  return snitches.map((snitch) => presentCheck(snitch, factsOf(snitch), view));
}

async function show(call: Call, snitch: FoundCheck, status = 200) {
  const [check] = await present(call, [snitch]);
  return json(check, status);
}

const uuidIn = ({ parts: [uuid = ""] }: Call) => uuid;

const findNamed = (call: Call) => findByUuid(call.callScope, uuidIn(call));

const showNamed = async (call: Call) => show(call, await findNamed(call));

/** The checks that have every `tag` and the `slug` of the query. */
export async function listChecks(call: Call): Promise<Response> {
  const tags = call.search.getAll("tag");
  const slug = call.search.get("slug") ?? "";
  const isPossible = [...tags, slug].every(isPostgresText);
  const where = { ...(tags.length > 0 && { tags: { hasEvery: tags } }), ...(slug && { slug }) };
  const checks: unknown[] = [];
  if (isPossible)
    for await (const snitches of inSlices((slice) => listFound(call.callScope, where, slice)))
      checks.push(...(await present(call, snitches)));
  return json({ checks });
}

/** Creates a check, or updates the one that has the same values for the fields in `unique`. */
export async function createOrUpdate(call: Call): Promise<Response> {
  refuseIfOnHold(call.theCase);
  const { theCase, callScope, version, by } = call;
  const spec = specIn(call);
  const existing = await findSame(callScope, spec);
  if (existing) return update(call, existing, spec);
  const channels = (await channelsIn(call, spec)) ?? [];
  const uuid = await createCheck(theCase, spec, { channels, version, scope: callScope.scope }, by);
  return show(call, await findByUuid(callScope, uuid), 201);
}

function specIn({ input }: Call): Spec {
  const parsed = parseSpec(input);
  if ("problem" in parsed) throw new Rejection(400, `json validation error: ${parsed.problem}`);
  return parsed.spec;
}

const channelsIn = async ({ callScope }: Call, { channels }: Spec) =>
  channels === undefined ? undefined : parseChannelIds(channels, await listChannels(callScope));

async function update(call: Call, snitch: FoundCheck, spec: Spec): Promise<Response> {
  const { callScope, version, now, by } = call;
  const channels = await channelsIn(call, spec);
  await updateCheck(callScope, snitch, { spec, version, channels }, now, by);
  const [updated = snitch] = await listFound(callScope, { id: snitch.id });
  return show(call, updated);
}

export const showCheck = async (call: Call) => show(call, await findByKey(call.callScope, uuidIn(call)));

export async function changeCheck(call: Call): Promise<Response> {
  refuseIfOnHold(call.theCase);
  const snitch = await findNamed(call);
  return update(call, snitch, specIn(call));
}

/** Responds with the check as it was. */
export async function removeCheck(call: Call): Promise<Response> {
  const snitch = await findNamed(call);
  const response = await show(call, snitch);
  await removeSnitch(call.theCase.id, snitch.token, call.by);
  return response;
}

export async function pauseCheck(call: Call): Promise<Response> {
  const { theCase, now, by } = call;
  const snitch = await findNamed(call);
  if (snitch.status !== "paused") {
    const { manualResume = false } = readFilters(snitch);
    await pauseSnitch(theCase.id, snitch.token, pauseTerms(manualResume), now, by, { evenPending: true });
  }
  return showNamed(call);
}

export async function resumeCheck(call: Call): Promise<Response> {
  const snitch = await findNamed(call);
  if (snitch.status !== "paused") return new Response("check is not paused", { status: 409 });
  await unpauseSnitch(call.theCase.id, snitch.token, call.now, call.by);
  return showNamed(call);
}

/** The oldest snitch in scope with the same value for each field in `unique`; null if there is none, or a value is missing. */
async function findSame(callScope: CallScope, spec: Spec): Promise<FoundCheck | null> {
  const { unique = [] } = spec;
  if (unique.length === 0 || unique.some((field) => spec[field] === undefined)) return null;
  const snitches = await listFound(callScope, buildWhere(spec, unique));
  return snitches.find((snitch) => unique.every((field) => isSame(field, spec, toSettings(snitch)))) ?? null;
}

/** What the database can compare. */
const buildWhere = ({ name = "", slug }: Spec, unique: Unique[]): Prisma.SnitchWhereInput => ({
  ...(unique.includes("name") && name.trim() !== "" && { name }),
  ...(unique.includes("slug") && { slug }),
});

function isSame(field: Unique, spec: Spec, settings: Settings): boolean {
  if (field === "name")
    return (spec.name ?? "").trim() === "" ? settings.name === "" : settings.name === spec.name;
  if (field === "tags") return parseTags(spec.tags ?? "").join(" ") === settings.tags;
  return settings[field] === spec[field];
}
