import type { Actor } from "@/lib/audit/actor";
import { updateCase } from "@/lib/cases/update";
import { removeChannel } from "@/lib/channels/remove";
import { saveSteps } from "@/lib/incidents/escalation-steps";
import { removeMaintenance } from "@/lib/maintenance/remove";
import { removeSnitch } from "@/lib/monitoring/remove";
import { revokeShare } from "@/lib/pages/revoke";
import { invalid } from "@/lib/platform/refusal";
import { readInThread } from "@/lib/platform/thread";
import { refuseOutside } from "@/lib/snitches/reach";
import { applyChannels } from "./apply-channels";
import { applyMaintenance } from "./apply-maintenance";
import { applyBadges, applyPages, findTakenSlugs, refusePages } from "./apply-pages";
import { applySnitches } from "./apply-snitches";
import type { PlanOptions } from "./channel-settings";
import { isChange } from "./diff";
import type { LocatedProblem } from "./document";
import { type Existing, loadExisting } from "./existing";
import { knownValue } from "./match";
import { scopeOf, toStoredKey } from "./owner";
import { caseColumns, parseFile } from "./parse";
import { type FilePlan, type Plan, planConfiguration } from "./plan";
import { stepsToSave } from "./plan-escalation";
import type { PlannedUpload, Upload } from "./plan-uploaded";
import { assignKeys, saveKeys } from "./save-keys";

/** What applying a text to a case would do, or why the text is no file. Changes nothing. */
export async function planText(
  caseId: string,
  text: string,
  options: PlanOptions,
): Promise<FilePlan | { problems: LocatedProblem[] }> {
  const file = parseFile(text);
  if (!("configuration" in file)) return file;
  const existing = await loadExisting(caseId);
  const plan = planConfiguration(file, existing, options);
  const problems = [...plan.problems, ...(await findTakenSlugs(caseId, plan.changes))];
  return { file, existing, plan: { ...plan, problems } };
}

type UploadOptions = PlanOptions & Pick<Upload, "confirmed">;

/**
 * As `planText`, for a text that this account uploaded: it is read in a thread when its turn comes, and refused if that takes too much
 * time or memory.
 */
export async function planUploadedText(
  account: string,
  caseId: string,
  text: string,
  { confirmed, ...options }: UploadOptions,
): Promise<PlannedUpload> {
  const loadUpload = async (): Promise<Upload> => ({
    text,
    existing: await loadExisting(caseId),
    options,
    confirmed,
  });
  const result = await readInThread<PlannedUpload>("plan-configuration", account, loadUpload);
  if ("output" in result) return result.output;
  throw invalid([{ attribute: "text", message: AT_LIMIT[result.limit] }]);
}

const AT_LIMIT = {
  time: "took too long to read, so Tattle stopped: make it smaller, or have an operator apply it with npm run admin -- apply",
  memory:
    "needs more memory to read than a page may use, so Tattle stopped: make it smaller, or have an operator apply it with npm run admin -- apply",
};

/**
 * Does what a plan without problems says. Each change is complete in itself, so that a plan that was interrupted, or made twice
 * at once, is finished by planning and applying again. Refuses what was changed by others meanwhile and cannot be done any more.
 */
export async function applyPlan(
  { existing, plan }: Pick<FilePlan, "existing" | "plan">,
  by: Actor,
  now: Date,
): Promise<void> {
  const { owner } = existing;
  const { id: caseId, name } = existing.theCase;
  if (plan.problems.length + plan.missing.length > 0) throw new Error("A plan with problems was applied.");
  if (!plan.changes.some(isChange)) return;
  await refusePages(caseId, plan.pages);
  // What an owner’s file does not name may get a place in the file of another one.
  if (owner) await saveKeys(caseId, listKeyless(existing, plan));
  else await assignKeys(caseId);
  if (plan.settings) {
    await updateCase(caseId, { name, ...caseColumns(plan.settings) }, by);
  }
  // First, because a case may have no room for what is added otherwise.
  for (const { id } of plan.badges.removed) await revokeShare(caseId, "badge", id, by);
  for (const { id } of plan.pages.removed) await revokeShare(caseId, "page", id, by);
  for (const { id } of plan.maintenance.removed) await removeMaintenance(caseId, id, now, by);
  for (const { token } of plan.snitches.removed) {
    if (owner) await refuseOutside(caseId, scopeOf(owner), token);
    await removeSnitch(caseId, token, by);
  }
  for (const { id } of plan.channels.removed) await removeChannel(caseId, id, by);
  const channelIds = await applyChannels(plan.channels, existing, by);
  const tokens = await applySnitches(plan.snitches, existing, channelIds, by, now);
  await applyMaintenance(plan.maintenance, existing, tokens, by, now);
  await applyPages(plan.pages, existing, tokens, by);
  await applyBadges(plan.badges, existing, tokens, by);
  await applyEscalation(plan, existing, channelIds, by);
}

const listKeyless = ({ owner }: Existing, { snitches }: Plan) =>
  snitches.planned.flatMap(({ entry, current }) =>
    current?.isKeyless ? [{ id: current.id, key: toStoredKey(owner, entry.key) }] : [],
  );

async function applyEscalation(
  { escalation: { steps, change } }: Plan,
  existing: Existing,
  channelIds: Map<string, string>,
  by: Actor,
): Promise<void> {
  if (!steps || !change || !isChange(change)) return;
  const people = new Map(existing.members.map(({ id, email }) => [email, id]));
  const newSteps = stepsToSave(steps, existing, {
    channel: (key) => knownValue(channelIds, key),
    person: (email) => knownValue(people, email),
  });
  await saveSteps(
    existing.theCase.id,
    newSteps.map((step, place) => ({ ...step, place })),
    by,
  );
}
