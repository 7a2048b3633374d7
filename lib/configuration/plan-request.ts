import { remember } from "@epic-web/remember";
import type { KeyActor } from "@/lib/audit/record";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { buildAccountSql } from "@/lib/outbox/account";
import { query } from "@/lib/platform/db";
import { invalid, type Validation } from "@/lib/platform/refusal";
import { Turns } from "@/lib/platform/turns";
import { applyEvent } from "@/lib/rules/state/apply-event";
import { isDown } from "@/lib/rules/state/status";
import { readSnitches } from "@/lib/snitches/store";
import { applyFile } from "./apply-file";
import type { ChangedSnitch, FileRequest } from "./compare-file";
import type { LocatedProblem } from "./document";
import type { Owner } from "./owner";
import { type PlannedFile, planFile } from "./plan-file";
import { formatPath } from "./problem";
import { replayChanges } from "./replay-changes";
import { presentDone, presentPlan } from "./responses";
import { refuseTakenSlugs } from "./sections/pages-store";
import { SCHEDULE_NAMES } from "./snitch-attributes";

/** What a request of the API says. */
type ApiRequest = Pick<FileRequest, "text" | "format" | "prunes">;

/** Whose request it is. `hidesSecrets`: whether it must not learn if a secret of a file is the one that is stored. */
type Caller = { caseId: string; owner: Owner; hidesSecrets: boolean; now: Date };

const REPLAY_MS = 2_000;

/** What waits keeps its file in memory. Anyone who plans does not wait for those who apply, which takes minutes for a large file. */
const plans = remember("tattle.plans", () => new Turns(3, 20));

/** What applying a file would do. Refuses a file that cannot be applied; a body that should be JSON and is not is a `SyntaxError`. */
export async function planRequest(request: ApiRequest, caller: Caller) {
  const target = await ask(caller);
  return plans.use(target.upload.account, async () =>
    respondWithPlan(await planFile({ ...request, secrets: {} }, target), caller),
  );
}

/** Applies a file if the plan is still the one with this digest, and otherwise returns the new plan. */
export async function applyRequest(request: ApiRequest, expected: string, caller: Caller, by: KeyActor) {
  const target = await ask(caller);
  const file = { ...request, secrets: {}, mayHaveSecrets: true };
  const { planned, isApplied } = await applyFile(file, target, { expected, by, now: caller.now });
  if (isApplied) return { applied: presentDone(planned) };
  const { plan, missing } = planned;
  if (!plan || missing.length === 0)
    return { newPlan: await plans.use(target.upload.account, () => respondWithPlan(planned, caller)) };
  await refuseUnusable(planned);
  const message = (variable: string) => `needs a secret: send ${variable} in secrets`;
  throw invalid(missing.map((each) => toValidation({ ...each, message: message(each.variable) })));
}

async function ask({ caseId, owner, hidesSecrets }: Caller) {
  const [row] = await query<{ account: string }>(`SELECT ${buildAccountSql("$1::uuid")} AS account`, [
    caseId,
  ]);
  const message = (limit: string) => `takes too much ${limit} to read: make it smaller`;
  const atLimit = (limit: string) => ({ attribute: "file", message: message(limit) });
  const upload = { account: row?.account ?? caseId, atLimit };
  return { caseId, owner, hidesSecrets, ignoresHold: true, upload };
}

async function refuseUnusable({ problems, changes, existing: { theCase } }: PlannedFile): Promise<void> {
  if (problems.length > 0) throw invalid(problems.map(toValidation));
  if (changes.length > 0) refuseIfOnHold(theCase);
  await refuseTakenSlugs(theCase.id, changes);
}

async function respondWithPlan(planned: PlannedFile, { caseId, now }: Caller) {
  await refuseUnusable(planned);
  const signal = AbortSignal.timeout(REPLAY_MS);
  const warnings = await listWarnings(caseId, planned.snitches, now);
  const replays = await replayChanges(caseId, planned.snitches, now, signal);
  return presentPlan(planned, { replays, warnings });
}

/** A problem of the whole file has the attribute `file`. */
const toValidation = ({ path, message, line, column }: LocatedProblem): Validation => ({
  attribute: formatPath(path) || "file",
  message: `line ${line}, column ${column}: ${message}`,
});

/** What would happen at once to snitches that get another schedule. */
async function listWarnings(caseId: string, changes: ChangedSnitch[], now: Date): Promise<string[]> {
  const byToken = new Map(
    changes
      .filter(({ change }) => change.attributes.some(({ attribute }) => SCHEDULE_NAMES.includes(attribute)))
      .map((each) => [each.token, each]),
  );
  if (byToken.size === 0) return [];
  const condition = "s.case_id = $1 AND s.token = ANY ($2::text[])";
  const snitches = await readSnitches(query, condition, [caseId, [...byToken.keys()]], byToken.size);
  return snitches.flatMap((before) => {
    const one = byToken.get(before.token);
    if (!one) return [];
    const { alertType, ...terms } = one.settings;
    const { snitch } = applyEvent(before, { kind: "rescheduled", at: now, terms, alertType }, []);
    const isMissing = !isDown(snitch.status) && snitch.deadline !== null && snitch.deadline <= now;
    return isMissing ? [`${one.change.name} would become missing immediately`] : [];
  });
}
