import { type Actor, changesBetween, recordEvents } from "@/lib/audit/record";
import { type KeyScope, refuseToLeave } from "@/lib/cases/key-scope";
import { lockCase } from "@/lib/cases/lock";
import { refuseBeyondPlan, refuseIfOnHold } from "@/lib/cases/plan";
import { askRecipientsLater } from "@/lib/emails/recipients/ask";
import { buildRecipientKeys, registerRecipients } from "@/lib/emails/recipients/register";
import type { Sql } from "@/lib/platform/db";
import { invalid, invalidAttribute } from "@/lib/platform/refusal";
import { applyInput, factsOf } from "@/lib/platform/setting";
import { environmentProblem } from "@/lib/rules/environment";
import { areSameSettings, pickSettings, type Settings } from "@/lib/rules/incidents/settings";
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
import { smartProblem, usableTerms } from "@/lib/snitches/schedule-input";
import { runProblems, runs } from "@/lib/snitches/settings/runs";
import { COLUMNS, type Columns, SETTINGS } from "@/lib/snitches/settings/settings";
import { refuseSlugOutside, refuseTakenSlug } from "@/lib/snitches/slug";
import type { LockedSnitch } from "@/lib/snitches/store";
import { changeRules } from "./change-rules";
import { changeSnitch } from "./change-snitch";
import { readSettings, type StoredSettings, saveSettings } from "./stored-settings";

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
    const before = await readSettings(sql, snitch);
    refuseIfOnHold(before);
    if (changes.tags) refuseToLeave(scope, token, changes.tags);
    const current = toScheduleTerms(snitch);
    const terms = usableTerms(changes, isWhole ? null : current);
    const alertType = changes.alert_type ?? snitch.alertType;
    const after = { ...applyInput(COLUMNS, changes, before), ...identity };
    const problems = runProblems(after, terms.schedule !== null);
    if (problems.length > 0) throw invalid(problems);
    const isSame = isSameSchedule({ ...terms, startGrace: after.startGrace }, current);
    const rescheduled = !isSame || alertType !== snitch.alertType;
    const keepsPeriod = isSame || (hasSameTimes(terms, current) && alertType === snitch.alertType);
    if (rescheduled) {
      const problem = alertType === "smart" ? smartProblem(terms) : null;
      if (problem) throw invalidAttribute("alert_type", problem);
      refuseBeyondPlan(snitch.plan, { terms, alertType }, current);
    }
    const others = await changeRules(sql, snitch, [before, after], changes.depends_on);
    const from = { ...snitch, ...before };
    const to = { ...snitch, ...after, ...terms, alertType };
    await savePastSettings(sql, snitch, [pickSettings(from), pickSettings(to)], now);
    await refuseIdentity(sql, snitch, before, after, scope, changes);
    const facts = changesBetween(
      { ...settingFacts(from), ...others[0] },
      { ...settingFacts(to), ...others[1] },
    );
    if (Object.keys(facts).length > 0) {
      const resource = { id: token, name: before.name };
      await recordEvents(sql, caseId, by, [{ action: "snitch.changed", resource, facts }]);
    }
    await saveSettings(sql, snitch, after, keepsPeriod ? null : now);
    await saveRunLimits(sql, snitch, { ...after, ...terms }, now);
    await registerRecipients(sql, buildRecipientKeys(caseId, changes.alert_email ?? []));
    if (!rescheduled) return null;
    return {
      kind: "rescheduled",
      at: now,
      terms: { ...terms, startGrace: after.startGrace },
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

/** Settings as the audit log stores them. A calendar interval has nothing else. */
const settingFacts = (settings: Columns & Settings) => ({
  ...factsOf(SETTINGS, { ...settings, dependsOn: [] }),
  ...(settings.schedule === null ? { timezone: null, grace: null, early: null } : { interval: null }),
});

/** Runs that are running get the new limit, which is never in the past. */
async function saveRunLimits(sql: Sql, snitch: LockedSnitch, terms: ScheduleTerms & RunTerms, now: Date) {
  if (terms.maxRuntime === snitch.maxRuntime && terms.startGrace === snitch.startGrace) return;
  const limited = withLimits(snitch.runs, terms, now);
  await saveRuns(
    sql,
    limited.map((run) => ({ snitchId: snitch.id, run })),
  );
  Object.assign(snitch, { ...applyInput(runs, {}, terms), runs: limited, storedRuns: limited });
}

/** How other protocols name a snitch, and which of their requests count. What is absent stays as it is. */
type IdentityChanges = Partial<Pick<StoredSettings, "slug" | "environment" | "filters">>;

/**
 * Refuses an identity that a locked snitch cannot have. The slug and the environment of `input` are refused if another snitch has
 * them, and any new slug or environment if a snitch outside the scope has the slug.
 */
async function refuseIdentity(
  sql: Sql,
  { id, caseId }: LockedSnitch,
  before: StoredSettings,
  { slug, environment }: Pick<StoredSettings, "slug" | "environment">,
  scope: KeyScope,
  input: SnitchChanges,
): Promise<void> {
  if (input.environment !== undefined && environment !== before.environment) {
    const message = environmentProblem(environment, before.setBy);
    if (message) throw invalidAttribute("environment", message);
  }
  if (slug !== before.slug || environment !== before.environment) {
    const attribute = slug === before.slug ? "environment" : "slug";
    const isUnique = input.slug !== undefined || input.environment !== undefined;
    if (isUnique) await refuseTakenSlug(sql, { caseId, id, environment }, slug, attribute);
    await refuseSlugOutside(sql, { caseId, id }, scope, slug, attribute);
  }
}

/**
 * Keeps the settings that a change has ended, so that the history of the snitch can be replayed. Among several changes at one
 * instant only the first has ended settings that were in force.
 */
async function savePastSettings(
  sql: Sql,
  { id }: LockedSnitch,
  [before, after]: [Settings, Settings],
  now: Date,
): Promise<void> {
  if (areSameSettings(before, after)) return;
  await sql(
    "INSERT INTO past_settings (snitch_id, until, settings) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [id, now, JSON.stringify(before)],
  );
}
