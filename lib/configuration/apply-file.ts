import { remember } from "@epic-web/remember";
import type { Actor } from "@/lib/audit/record";
import { lockCase } from "@/lib/cases/lock";
import { transaction } from "@/lib/platform/db";
import { Refusal } from "@/lib/platform/refusal";
import { runExclusively } from "@/lib/platform/run-exclusively";
import { Turns } from "@/lib/platform/turns";
import { applyPlan } from "./apply-plan";
import type { FileRequest } from "./compare-file";
import { hashExisting } from "./digest";
import { loadExisting } from "./existing";
import { type PlannedFile, planFile, type Target } from "./plan-file";

/** Each holds a connection to the database: most must be left for others. */
const applies = remember("tattle.applies", () => new Turns(3, 20));

/** `expected`: the digest of the plan that was reviewed. Null if an operator applies the current plan without a review. */
type Wanted = { expected: string | null; by: Actor; now: Date };

type Applied = { planned: PlannedFile; isApplied: boolean };

/**
 * Applies a file without problems if its plan is still the expected one, and otherwise returns the current plan. Each change is complete
 * in itself: an apply that was interrupted is finished by planning and applying again. Refuses while another file is applied to the case.
 */
export async function applyFile(request: FileRequest, target: Target, wanted: Wanted): Promise<Applied> {
  const results: Applied[] = [];
  const work = async () => results.push(await applyExpected(request, target, wanted));
  const apply = () => runExclusively(`configuration ${target.caseId}`, work);
  await (target.upload ? applies.use(target.upload.account, apply) : apply());
  const [result] = results;
  if (result) return result;
  throw new Refusal(
    "service_unavailable",
    "Another file is being applied to this case. Try again once it has finished.",
  );
}

async function applyExpected(
  request: FileRequest,
  target: Target,
  { expected, by, now }: Wanted,
): Promise<Applied> {
  const planned = await planFile(request, target, expected);
  const { plan, problems, missing, existing } = planned;
  if (!plan || problems.length + missing.length > 0) return { planned, isApplied: false };
  if (expected !== null && (await hasMoved(planned)))
    return { planned: await planFile(request, target, expected), isApplied: false };
  await applyPlan({ plan, existing }, by, now);
  return { planned, isApplied: true };
}

/** Whether the case has changed since it was compared. Requests that add to it or change its channels wait until this is known. */
const hasMoved = ({ existing, existingHash }: PlannedFile): Promise<boolean> =>
  transaction(async (sql) => {
    const { id } = existing.theCase;
    await lockCase(sql, id);
    return hashExisting(await loadExisting(id, existing.owner)) !== existingHash;
  });
