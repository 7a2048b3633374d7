import { OPERATOR } from "@/lib/audit/record";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { saveView } from "@/lib/cases/saved-views";
import { updateCase } from "@/lib/cases/update";
import { saveSteps } from "@/lib/incidents/escalation-steps";
import { copyEscalation, savePolicies } from "@/lib/incidents/policies";
import { saveCluster } from "@/lib/kubernetes/clusters";
import { updateSnitch } from "@/lib/monitoring/update";
import { db } from "@/lib/platform/db";
import { MATCHES_ALL } from "@/lib/rules/incidents/policy";
import { snitchChanges } from "@/lib/snitches/input";
import { resolveNames, withTokens } from "@/lib/snitches/resolve-names";

/** Settings that no other example job has, by the name of the job. */
const SETTINGS = {
  "Offsite copy of backups": { depends_on: ["Nightly database backup"] },
  "Nightly database backup": {
    checks: ["metric.gigabytes > 50% of usual"],
    environment: "production",
    url: "https://wiki.example.com/runbooks/backup",
  },
  "Card charges": { max_runtime: 600, checks: ["duration < 5 min"] },
  Sitemap: {
    severity: "warning",
    environment: "staging",
    filters: { in_subject: true, success_keywords: "written", failure_keywords: "error" },
  },
  "Quarterly archive": { schedule: "0 4 1 1,4,7,10 *", timezone: "Europe/Riga", grace: 3_600 },
};

const HINTS = [
  {
    exit_status: 137,
    text: null,
    hint: "Out of memory: see runbook 4.",
    url: "https://wiki.example.com/runbooks/4",
  },
  {
    exit_status: null,
    text: "HTTP 502",
    hint: "The payment provider is down. Wait until it recovers.",
    url: null,
  },
];

/** CronJobs of a cluster, with the names of their snitches. */
const CRON_JOBS = [
  { name: "invoices", schedule: "0 6 * * *", snitch: "Invoice run", reason: "" },
  { name: "log-rotation", schedule: "@reboot", reason: "schedule not supported: @reboot" },
  { name: "sitemap", schedule: "15 4 * * *", reason: "no label" },
  { name: "stock-import", schedule: "*/20 * * * *", reason: "suspended" },
];

const ESCALATE_AFTER_MINUTES = 30;

/** Gives a filled case an example of what its jobs alone do not show: dependencies, run rules, a check against what is usual, keywords, environments, a link, hints, a cron schedule with a zone, escalation, a policy, a saved view and a Kubernetes cluster. */
export async function addFeatures(caseId: string, now: Date): Promise<void> {
  for (const [name, settings] of Object.entries(SETTINGS)) {
    const [token = ""] = await resolveNames(caseId, "name", [name]);
    const changes = await withTokens(caseId, "depends_on", snitchChanges.parse(settings));
    await updateSnitch(caseId, token, changes, now, OPERATOR, WHOLE_CASE);
  }
  const { userId } = await db.member.findFirstOrThrow({ where: { caseId } });
  await saveView(caseId, userId, { name: "Backups", query: "tag=backups" });
  const step = { place: 0, afterMinutes: ESCALATE_AFTER_MINUTES, channelIds: [], userIds: [userId] };
  await updateCase(caseId, { hints: HINTS }, OPERATOR);
  await saveSteps(caseId, [step], OPERATOR);
  const others = await copyEscalation(caseId);
  const backups = { ...others, name: "Backups", match: { ...MATCHES_ALL, tags_any: ["backups"] }, repeat: 2 };
  await savePolicies(caseId, [backups, others], OPERATOR);
  const cronJobs = CRON_JOBS.map(async ({ snitch, ...rest }) => {
    const [token = null] = snitch ? await resolveNames(caseId, "name", [snitch]) : [];
    return { namespace: "shop", ...rest, watched: token !== null, snitch: token, seen_at: now.toISOString() };
  });
  await saveCluster(caseId, "prod", await Promise.all(cronJobs), now);
}
