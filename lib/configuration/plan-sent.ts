import { remember } from "@epic-web/remember";
import type { KeyActor } from "@/lib/audit/actor";
import { lockCase } from "@/lib/cases/lock";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { buildAccountSql } from "@/lib/outbox/account";
import { query, transaction } from "@/lib/platform/db";
import { invalid, Refusal } from "@/lib/platform/refusal";
import { runExclusively } from "@/lib/platform/run-exclusively";
import { readInThread } from "@/lib/platform/thread";
import { Turns } from "@/lib/platform/turns";
import { presentDone, presentPlan } from "./answer";
import { applyPlan } from "./apply";
import { refuseTakenSlugs } from "./apply-pages";
import { digestKey, hashExisting } from "./digest";
import { type Existing, loadExisting } from "./existing";
import type { Format } from "./export";
import { listWarnings } from "./list-warnings";
import type { Owner } from "./owner";
import type { PlannedFile, ReadSent, Sent } from "./read-sent";
import { replayChanges } from "./replay-changes";

/** What a request says. `prunes` is null if it does not say it. */
type SentRequest = { body: string; format: Format | null; prunes: boolean | null };

/** Whose request it is. `hidesSecrets`: whether it must not learn if a secret of a file is the one that is stored. */
type Asked = { caseId: string; owner: Owner; hidesSecrets: boolean; now: Date };

const REPLAY_MS = 2_000;

/** What waits keeps its file in memory. Whoever plans does not wait for those who apply, which takes minutes for a large file. */
const plans = remember("tattle.plans", () => new Turns(3, 20));

/** Each holds a connection to the database: most must be left for others. */
const applies = remember("tattle.applies", () => new Turns(3, 20));

/** What applying a file would do. Refuses a file that cannot be applied; a body that should be JSON and is not is a `SyntaxError`. */
export async function planSent(request: SentRequest, asked: Asked) {
  const account = await findAccount(asked.caseId);
  return plans.use(account, async () => {
    const { planned } = await read(request, { ...asked, account }, { isApplied: false, expected: null });
    return answerPlan(planned, asked);
  });
}

/**
 * Applies a file if the plan is still the one with this digest, and otherwise returns the new plan. Each change is complete in
 * itself: an apply that was interrupted is finished by planning and applying again.
 */
export async function applySent(request: SentRequest, expected: string, asked: Asked, by: KeyActor) {
  const account = await findAccount(asked.caseId);
  const readExpected = () => read(request, { ...asked, account }, { isApplied: true, expected });
  return applies.use(account, () =>
    exclusively(asked.caseId, async () => {
      const { planned, existing, existingHash } = await readExpected();
      const { plan, missing } = planned;
      if (!plan) return { newPlan: await answerPlan(planned, asked) };
      if (missing.length > 0) throw invalid(missing.map(({ validation }) => validation));
      if (await hasMoved(existing, existingHash)) {
        const again = await readExpected();
        return { newPlan: await answerPlan(again.planned, asked) };
      }
      await applyPlan({ plan, existing }, by, asked.now);
      return { applied: presentDone(planned) };
    }),
  );
}

async function findAccount(caseId: string): Promise<string> {
  const [row] = await query<{ account: string }>(`SELECT ${buildAccountSql("$1::uuid")} AS account`, [
    caseId,
  ]);
  return row?.account ?? caseId;
}

type Wanted = Pick<Sent, "isApplied" | "expected">;

async function read(
  request: SentRequest,
  { caseId, account, owner, hidesSecrets }: Asked & { account: string },
  wanted: Wanted,
): Promise<{ planned: PlannedFile; existing: Existing; existingHash: string }> {
  const existing = await loadExisting(caseId, owner);
  const existingHash = hashExisting(existing);
  const sent: Sent = {
    ...request,
    ...wanted,
    hidesSecrets,
    // A hold is another response than a wrong file.
    existing: { ...existing, theCase: { ...existing.theCase, onHoldAt: null } },
    existingHash,
    digestKey: digestKey(),
  };
  const result = await readInThread<ReadSent>("plan-configuration", account, async () => sent);
  if ("limit" in result)
    throw invalid([
      { attribute: "file", message: `needs too much ${result.limit} to read: make it smaller` },
    ]);
  const { output } = result;
  if (output === "malformed") throw new SyntaxError("The body is not JSON.");
  if ("refused" in output) throw invalid(output.refused);
  if (output.changes.length > 0) refuseIfOnHold(existing.theCase);
  await refuseTakenSlugs(existing.theCase.id, output.changes);
  return { planned: output, existing, existingHash };
}

async function answerPlan(planned: PlannedFile, { caseId, now }: Asked) {
  const signal = AbortSignal.timeout(REPLAY_MS);
  const warnings = await listWarnings(caseId, planned.snitches, now);
  const replays = await replayChanges(caseId, planned.snitches, now, signal);
  return presentPlan(planned, { replays, warnings });
}

/** Whether the case is not any more what was compared. Whoever adds to it or changes its channels waits meanwhile. */
const hasMoved = (existing: Existing, hash: string): Promise<boolean> =>
  transaction(async (sql) => {
    const { id } = existing.theCase;
    await lockCase(sql, id);
    return hashExisting(await loadExisting(id, existing.owner)) !== hash;
  });

/** Refuses while another process applies a file to the case. */
async function exclusively<Result>(caseId: string, work: () => Promise<Result>): Promise<Result> {
  const results: Result[] = [];
  await runExclusively(`configuration ${caseId}`, async () => results.push(await work()));
  const [result] = results;
  if (result !== undefined) return result;
  throw new Refusal(
    "service_unavailable",
    "Another file is being applied to this case. Try again when that is done.",
  );
}
