import type { Actor } from "@/lib/audit/record";
import { pauseSnitch } from "@/lib/monitoring/pause";
import { updateSnitch } from "@/lib/monitoring/update";
import { toUuid } from "@/lib/rules/snitch-uuid";
import type { PauseTerms } from "@/lib/snitches/input";
import { type Changes, changesBetween, isEmpty, type Version } from "./changes";
import { type CallScope, type FoundCheck, findByUuid } from "./find-checks";
import { readFilters, toSettings } from "./settings";
import type { Spec } from "./spec";

/** Which check-ins end a pause. */
export const pauseTerms = (manualResume: boolean): PauseTerms => ({
  until: manualResume ? "unpaused" : "healthy",
  endsAt: null,
});

type Update = { spec: Spec; version: Version; channels: string[] | undefined };

/** Changes what the request contains, and leaves everything that Healthchecks doesn't have. */
export async function updateCheck(
  callScope: CallScope,
  snitch: FoundCheck,
  update: Update,
  now: Date,
  by: Actor,
): Promise<void> {
  const first = listChanges(snitch, update);
  await save(callScope, snitch, first, now, by);
  if (!first.attributes.schedule) return;
  // A grace that equals the previous schedule's default becomes the new schedule's. If the request has one, it stays.
  const current = await findByUuid(callScope, toUuid(snitch));
  await save(callScope, current, listChanges(current, update), now, by);
}

const listChanges = (snitch: FoundCheck, update: Update): Changes =>
  changesBetween(toSettings(snitch), {
    ...update,
    uuid: toUuid(snitch),
    filters: readFilters(snitch),
    hasInterval: snitch.schedule === null,
  });

async function save(
  { caseId, scope }: CallScope,
  snitch: FoundCheck,
  changes: Changes,
  now: Date,
  by: Actor,
) {
  if (isEmpty(changes)) return;
  const { attributes, manualResume, ...identity } = changes;
  await updateSnitch(caseId, snitch.token, attributes, now, by, scope, identity);
  if (manualResume === undefined || snitch.status !== "paused") return;
  await pauseSnitch(caseId, snitch.token, pauseTerms(manualResume), now, by);
}
