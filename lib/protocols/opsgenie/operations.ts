import type { KeyActor } from "@/lib/audit/record";
import type { KeyPermission } from "@/lib/cases/api-key-access";
import { type KeyScope, scopeFilter } from "@/lib/cases/key-scope";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { pauseSnitch, unpauseSnitch } from "@/lib/monitoring/pause";
import { removeSnitch } from "@/lib/monitoring/remove";
import { updateSnitch } from "@/lib/monitoring/update";
import { db } from "@/lib/platform/db";
import type { Case, Prisma } from "@/lib/platform/generated/client";
import { invalidAttribute, parse, Refusal } from "@/lib/platform/refusal";
import { createSnitch } from "@/lib/snitches/create";
import { inSlices, type Slice } from "@/lib/snitches/in-slices";
import { newSnitch, snitchChanges } from "@/lib/snitches/input";
import {
  changesBetween,
  heartbeatChanges,
  keptAfter,
  newHeartbeat,
  readKept,
  toAttributes,
  toHeartbeat,
  toMeta,
  toNewAttributes,
} from "./heartbeat";
import { toSlug } from "./path";
import { NO_HEARTBEAT, SEVERAL } from "./responses";

type Call = {
  theCase: Case;
  scope: KeyScope;
  by: KeyActor;
  name: string;
  /** The body as JSON. */
  body: () => Promise<unknown>;
  now: Date;
};

type Result = { status: number; body: object };
type Operation = { needs: KeyPermission; run: (call: Call) => Promise<Result> };

const COLUMNS = {
  id: true,
  token: true,
  name: true,
  slug: true,
  notes: true,
  tags: true,
  schedule: true,
  severity: true,
  status: true,
  checkedInAt: true,
  opsgenie: true,
} satisfies Prisma.SnitchSelect;

const ok = (data: object, status = 200): Result => ({ status, body: { data } });

async function list({ theCase, scope }: Call): Promise<Result> {
  const load = ({ after, limit }: Slice) =>
    db.snitch.findMany({
      where: {
        caseId: theCase.id,
        slug: { not: "" },
        schedule: { startsWith: "every", mode: "insensitive" },
        AND: [scopeFilter(scope), after ? { id: { gt: after } } : {}],
      },
      take: limit,
      orderBy: { id: "asc" },
      select: COLUMNS,
    });
  const heartbeats: object[] = [];
  for await (const snitches of inSlices(load))
    heartbeats.push(...snitches.flatMap((snitch) => toHeartbeat(snitch) ?? []));
  return ok({ heartbeats });
}

/** The snitch with a name, and its heartbeat. */
async function find({ theCase, scope, name }: Pick<Call, "theCase" | "scope" | "name">) {
  const slug = toSlug(name);
  const snitches = await db.snitch.findMany({
    where: { caseId: theCase.id, AND: [{ slug }, { slug: { not: "" } }, scopeFilter(scope)] },
    take: 2,
    select: COLUMNS,
  });
  if (snitches.length > 1) throw new Refusal("resource_invalid", SEVERAL);
  const [snitch] = snitches;
  const heartbeat = snitch && toHeartbeat(snitch);
  if (!heartbeat) throw new Refusal("resource_not_found", NO_HEARTBEAT);
  return { snitch, heartbeat };
}

const show = async (call: Call) => ok((await find(call)).heartbeat);

const NEVER_ALONE = { until: "unpaused", endsAt: null } as const;

async function create({ theCase, scope, by, body, now }: Call): Promise<Result> {
  const input = parse(newHeartbeat, await body());
  const slug = toSlug(input.name);
  if (!slug) throw invalidAttribute("name", "must have a letter from a to z, or a digit");
  const opsgenie = keptAfter({}, input);
  const count = await db.snitch.count({ where: { caseId: theCase.id, slug } });
  if (count > 0) throw invalidAttribute("name", "is already used by another snitch");
  const attributes = parse(newSnitch, { ...toNewAttributes(input), slug });
  const { token } = await createSnitch(theCase, attributes, by, scope, { opsgenie });
  if (input.enabled === false)
    await pauseSnitch(theCase.id, token, NEVER_ALONE, now, by, { evenPending: true });
  return ok((await find({ theCase, scope, name: slug })).heartbeat, 201);
}

async function change(call: Call): Promise<Result> {
  const { theCase, scope, by, now } = call;
  refuseIfOnHold(theCase);
  const { snitch, heartbeat } = await find(call);
  const input = changesBetween(heartbeat, parse(heartbeatChanges, await call.body()));
  const opsgenie = keptAfter(readKept(snitch), input);
  const changes = parse(snitchChanges, toAttributes(input));
  await updateSnitch(theCase.id, snitch.token, changes, now, by, scope);
  await db.snitch.updateMany({ where: { caseId: theCase.id, token: snitch.token }, data: { opsgenie } });
  if (input.enabled === undefined) return showMeta(call);
  return setEnabled(input.enabled)(call);
}

/** A disabled heartbeat is paused until someone enables it, even if it was never pinged. */
const setEnabled = (isEnabled: boolean) => async (call: Call) => {
  const { theCase, by, now } = call;
  const { token } = (await find(call)).snitch;
  if (isEnabled) await unpauseSnitch(theCase.id, token, now, by);
  else await pauseSnitch(theCase.id, token, NEVER_ALONE, now, by, { evenPending: true });
  return showMeta(call);
};

const showMeta = async (call: Call) => ok(toMeta((await find(call)).snitch));

async function remove(call: Call): Promise<Result> {
  const { snitch } = await find(call);
  await removeSnitch(call.theCase.id, snitch.token, call.by);
  return { status: 200, body: { result: "Deleted" } };
}

/** The operations on all heartbeats, on one, and by a word after its name; by method. */
export const OPERATIONS: Record<string, Record<string, Operation>> = {
  all: { GET: { needs: "read", run: list }, POST: { needs: "change", run: create } },
  one: {
    GET: { needs: "read", run: show },
    PATCH: { needs: "change", run: change },
    DELETE: { needs: "change", run: remove },
  },
  enable: { POST: { needs: "change", run: setEnabled(true) } },
  disable: { POST: { needs: "change", run: setEnabled(false) } },
};
