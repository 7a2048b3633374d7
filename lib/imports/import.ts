import { remember } from "@epic-web/remember";
import type { Actor } from "@/lib/audit/record";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { refuseIfOnHold, snitchLimit } from "@/lib/cases/plan";
import { pauseSnitch } from "@/lib/monitoring/pause";
import { db } from "@/lib/platform/db";
import type { Case } from "@/lib/platform/generated/client";
import { Places } from "@/lib/platform/places";
import { Refusal } from "@/lib/platform/refusal";
import { createSnitch, createUnlessNamed } from "@/lib/snitches/create";
import { importChannels } from "./import-channels";
import type { Imported, LeftOut } from "./imported";
import { type Existing, formatRefusal, type PlannedSnitch, planImport, TAKEN } from "./plan";

type CaseTerms = Pick<Case, "id" | "plan" | "onHoldAt">;

type ImportOptions = {
  by: Actor;
  /** Changes nothing: the report says what an import would do. */
  now: Date;
  isDryRun: boolean;
  mayAddChannels: boolean;
};

/** Limits imports in pages: each may hold megabytes. Shared, because Next.js loads this module more than once. */
export const importPlaces = remember("tattle.imports", () => new Places(4, "import"));

/** What an import did, or would do. */
export type ImportReport = {
  isDryRun: boolean;
  /** The names of the new snitches. */
  created: string[];
  /** The names of the new channels. */
  channels: string[];
  /** How many snitches and channels the case had already. They stay as they are. */
  unchanged: number;
  leftOut: LeftOut[];
};

/**
 * Adds to a case what another product has. Safe to repeat: what is there already stays as it is. Refuses if the case is on hold;
 * whatever else cannot be taken over is in the report.
 */
export async function importInto(
  theCase: CaseTerms,
  imported: Imported,
  { by, now, isDryRun, mayAddChannels }: ImportOptions,
): Promise<ImportReport> {
  refuseIfOnHold(theCase);
  const plan = await planImport(imported.snitches, await loadExisting(theCase, imported));
  const channels = await importChannels(theCase.id, imported.channels, {
    by,
    isDryRun,
    mayAdd: mayAddChannels,
  });
  const report: ImportReport = {
    isDryRun,
    created: [],
    channels: channels.added,
    unchanged: plan.unchanged.length + channels.unchanged,
    leftOut: [...plan.leftOut, ...channels.leftOut, ...imported.leftOut],
  };
  for (const snitch of plan.create) {
    const why = isDryRun ? null : await create(theCase, snitch, { idOfChannel: channels.ids, by, now });
    if (why) report.leftOut.unshift({ what: `“${snitch.input.name}”`, why });
    else report.created.push(snitch.input.name);
  }
  return report;
}

/** Creates a snitch. Returns why it cannot be created; null if it was. */
async function create(
  theCase: CaseTerms,
  { input, identity, channels, pauseUntil }: PlannedSnitch,
  { idOfChannel, by, now }: { idOfChannel: ReadonlyMap<string, string>; by: Actor; now: Date },
): Promise<string | null> {
  const ids = channels.flatMap((key) => idOfChannel.get(key) ?? []);
  const withChannels = { ...input, ...(ids.length > 0 && { channels: ids }) };
  try {
    const { token } = identity.token
      ? await createSnitch(theCase, withChannels, by, WHOLE_CASE, identity)
      : await createUnlessNamed(theCase, withChannels, by, { ...identity, slug: identity.slug ?? "" }, null);
    if (pauseUntil)
      await pauseSnitch(theCase.id, token, { until: pauseUntil, endsAt: null }, now, by, {
        evenPending: true,
      });
    return null;
  } catch (error) {
    if (error instanceof Refusal) return formatRefusal(error);
    if (isUniqueViolation(error)) return TAKEN;
    throw error;
  }
}

/** Another import, or a client of another protocol, took the token meanwhile. */
const isUniqueViolation = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "P2002";

async function loadExisting({ id, plan }: CaseTerms, { snitches }: Imported): Promise<Existing> {
  const tokens = snitches.flatMap(({ identity }) => identity.token ?? []);
  const own = await db.snitch.findMany({
    where: { caseId: id },
    select: { token: true, slug: true, environment: true },
  });
  const holders = await db.snitch.findMany({
    where: {
      OR: [
        { token: { in: tokens } },
        { checkInKey: { in: tokens } },
        { formerCheckInKeys: { some: { key: { in: tokens } } } },
      ],
    },
    select: { token: true, checkInKey: true, formerCheckInKeys: { select: { key: true } } },
  });
  return {
    own,
    taken: new Set(
      holders.flatMap(({ token, checkInKey, formerCheckInKeys }) => [
        token,
        checkInKey,
        ...formerCheckInKeys.map(({ key }) => key),
      ]),
    ),
    plan,
    room: snitchLimit(plan) - own.length,
  };
}
