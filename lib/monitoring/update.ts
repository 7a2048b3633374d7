import type { Actor } from "@/lib/audit/actor";
import { changesBetween, recordEvents } from "@/lib/audit/record";
import { type KeyScope, refuseToLeave } from "@/lib/cases/key-scope";
import { lockCase } from "@/lib/cases/lock";
import { refuseBeyondPlan, refuseIfOnHold } from "@/lib/cases/plan";
import { askRecipientsLater } from "@/lib/emails/recipients/ask";
import { buildRecipientKeys, registerRecipients } from "@/lib/emails/recipients/register";
import type { Sql } from "@/lib/platform/db";
import { invalid } from "@/lib/platform/refusal";
import { pickSettings } from "@/lib/rules/incidents/settings";
import { type RunTerms, withLimits } from "@/lib/rules/runs/terms";
import {
  hasSameTimes,
  isSameSchedule,
  type ScheduleTerms,
  toScheduleTerms,
} from "@/lib/rules/schedule/schedule-terms";
import type { SnitchEvent } from "@/lib/rules/state/snitch-event";
import { saveRuns } from "@/lib/runs/store";
import { lockDependencies } from "@/lib/snitches/dependencies";
import type { SnitchChanges } from "@/lib/snitches/input";
import { runProblems, runTermsFrom } from "@/lib/snitches/run-input";
import { smartProblem, usableTerms } from "@/lib/snitches/schedule-input";
import type { LockedSnitch } from "@/lib/snitches/store";
import { changeIdentity, type IdentityChanges } from "./change-identity";
import { changeRules, type FactChange } from "./change-rules";
import { changeSnitch } from "./change-snitch";
import { savePastSettings } from "./past-settings";
import { readAttributes, type StoredAttributes, saveAttributes } from "./stored-attributes";

/**
 * Changes the attributes that are present and leaves the others. A new schedule or alert type grants a fresh period from
 * now and clears the arrivals that smart deadlines are based on; another grace only moves the deadline. Refuses what would leave the
 * scope, or take the slug of a snitch outside. `isWhole`: what the changes do not say about the schedule has
 * its default, in place of staying.
 */
export async function updateSnitch(
  caseId: string,
  token: string,
  changes: SnitchChanges,
  now: Date,
  by: Actor,
  scope: KeyScope,
  { isWhole = false, ...identity }: IdentityChanges & { isWhole?: boolean } = {},
): Promise<void> {
  const apply = async (snitch: LockedSnitch, sql: Sql): Promise<SnitchEvent | null> => {
    const attributes = await readAttributes(sql, snitch);
    refuseIfOnHold(attributes);
    if (changes.tags) refuseToLeave(scope, token, changes.tags);
    const current = toScheduleTerms(snitch);
    const terms = usableTerms(changes, isWhole ? null : current);
    const alertType = changes.alert_type ?? snitch.alertType;
    const runTerms = runTermsFrom(changes, snitch);
    const problems = runProblems(runTerms, terms.schedule !== null);
    if (problems.length > 0) throw invalid(problems);
    const isSame = isSameSchedule({ ...terms, startGrace: runTerms.startGrace }, current);
    const rescheduled = !isSame || alertType !== snitch.alertType;
    const keepsPeriod = isSame || (hasSameTimes(terms, current) && alertType === snitch.alertType);
    if (rescheduled) {
      const problem = alertType === "smart" ? smartProblem(terms) : null;
      if (problem) throw invalid([{ attribute: "alert_type", message: problem }]);
      refuseBeyondPlan(snitch.plan, { terms, alertType }, current);
    }
    const rules = await changeRules(sql, snitch, attributes, changes);
    const before = pickSettings({ ...snitch, ...attributes });
    const after = pickSettings({ ...snitch, ...terms, ...runTerms, alertType, ...rules.columns });
    await savePastSettings(sql, snitch, [before, after], now);
    const named = await changeIdentity(sql, snitch, attributes, scope, identity, changes);
    const audited = { ...changes, terms, runTerms, facts: [rules, named] };
    await recordAttributeChanges(sql, snitch, attributes, audited, by);
    const newAttributes = {
      ...attributes,
      name: changes.name ?? attributes.name,
      notes: changes.notes ?? attributes.notes,
      url: changes.url ?? attributes.url,
      tags: changes.tags ?? attributes.tags,
      alertEmail: changes.alert_email ?? attributes.alertEmail,
      ...runTerms,
      ...rules.columns,
      ...named.columns,
    };
    await saveAttributes(sql, snitch, newAttributes, keepsPeriod ? null : now);
    await saveRunLimits(sql, snitch, { ...terms, ...runTerms }, now);
    await registerRecipients(sql, buildRecipientKeys(caseId, changes.alert_email ?? []));
    if (!rescheduled) return null;
    return {
      kind: "rescheduled",
      at: now,
      terms: { ...terms, startGrace: runTerms.startGrace },
      alertType,
    };
  };
  await changeSnitch(caseId, token, apply, async (sql) => {
    if (changes.depends_on !== undefined) await lockDependencies(sql, caseId);
    const changesName = changes.slug !== undefined || changes.environment !== undefined;
    if (changesName || (scope && identity.slug !== undefined)) await lockCase(sql, caseId);
  });
  if (changes.alert_email?.length) askRecipientsLater(caseId);
}

type AuditedChanges = SnitchChanges & { terms: ScheduleTerms; runTerms: RunTerms; facts: FactChange[] };

async function recordAttributeChanges(
  sql: Sql,
  snitch: LockedSnitch,
  attributes: StoredAttributes,
  { name, notes, url, tags, alert_email, alert_type, terms, runTerms, facts: others }: AuditedChanges,
  by: Actor,
) {
  const before = {
    name: attributes.name,
    notes: attributes.notes,
    url: attributes.url || null,
    tags: attributes.tags,
    alert_email: attributes.alertEmail,
    ...scheduleFacts(snitch),
    ...runFacts(snitch),
    ...Object.assign({}, ...others.map(({ before }) => before)),
    alert_type: snitch.alertType,
  };
  const after = {
    name,
    notes,
    url: url === "" ? null : url,
    tags,
    alert_email,
    ...scheduleFacts(terms),
    ...runFacts(runTerms),
    ...Object.assign({}, ...others.map(({ after }) => after)),
    alert_type: alert_type ?? undefined,
  };
  const facts = changesBetween(before, after);
  if (Object.keys(facts).length === 0) return;
  await recordEvents(sql, snitch.caseId, by, [
    { action: "snitch.changed", resource: { id: snitch.token, name: attributes.name }, facts },
  ]);
}

/** What is demanded of runs, as the audit log stores it. */
const runFacts = ({ maxRuntime, minRuntime, startGrace, expects, checks }: RunTerms) => ({
  max_runtime: inSeconds(maxRuntime),
  min_runtime: inSeconds(minRuntime),
  start_grace: inSeconds(startGrace),
  expects,
  checks,
});

const inSeconds = (seconds: number | null) => (seconds === null ? null : `${seconds} seconds`);

/** A schedule as the audit log stores it. A calendar interval has nothing else. */
function scheduleFacts({ interval, schedule, timezone, grace, early, active }: ScheduleTerms) {
  if (schedule === null) return { interval, schedule, timezone: null, grace: null, early: null, active };
  return { interval: null, schedule, timezone, grace: inSeconds(grace), early: inSeconds(early), active };
}

/** Runs that are running get the new limit, which is never in the past. */
async function saveRunLimits(sql: Sql, snitch: LockedSnitch, terms: ScheduleTerms & RunTerms, now: Date) {
  const { maxRuntime, minRuntime, startGrace, expects, checks } = terms;
  if (maxRuntime === snitch.maxRuntime && startGrace === snitch.startGrace) return;
  const runs = withLimits(snitch.runs, terms, now);
  await saveRuns(
    sql,
    runs.map((run) => ({ snitchId: snitch.id, run })),
  );
  Object.assign(snitch, { maxRuntime, minRuntime, startGrace, expects, checks, runs, storedRuns: runs });
}
