import { z } from "zod";
import type { KeyScope } from "@/lib/cases/key-scope";
import { db, query } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { invalidAttribute, notFound } from "@/lib/platform/refusal";
import { storableText as text } from "@/lib/platform/text-input";
import { DAY_MS } from "@/lib/rules/durations";

const MAX_CRON_JOBS = 5_000;
export const MAX_CLUSTER_BYTES = 2 * 1024 * 1024;
const MAX_CLUSTERS = 50;
const KEPT_MS = 30 * DAY_MS;

const NOT_A_LIST = "must be a list of objects";

/** What a watcher saw of a CronJob. */
export const seenCronJob = z.object(
  {
    namespace: text(253).meta({ examples: ["shop"] }),
    name: text(253).meta({ examples: ["nightly-backup"] }),
    watched: z.boolean({ error: "must be true or false" }),
    reason: text(1_000).meta({
      description: "Why it isn’t watched, or what is wrong with its annotations; empty if nothing is.",
      examples: [""],
    }),
    snitch: text(64)
      .nullable()
      .meta({ description: "The token of its snitch; null if it has none.", examples: ["c2354d53d2b1a4f0"] }),
    schedule: text(255).meta({ examples: ["0 3 * * *"] }),
    seen_at: z.iso
      .datetime({ error: "must be a time (ISO 8601)" })
      .meta({ examples: ["2026-05-28T03:12:00.000Z"] }),
  },
  { error: NOT_A_LIST },
);
export type SeenCronJob = z.output<typeof seenCronJob>;

export const seenCronJobs = z
  .array(seenCronJob, { error: NOT_A_LIST })
  .max(MAX_CRON_JOBS, `has too many items (maximum is ${MAX_CRON_JOBS})`);

export type Cluster = { name: string; cronJobs: SeenCronJob[]; seenAt: Date };

/** A narrowed key has the clusters that one of its tags names. */
export function refuseCluster(scope: KeyScope, cluster: string): void {
  if (!/^[\w.-]{1,50}$/.test(cluster) || (scope !== null && !scope.tags.includes(`cluster:${cluster}`)))
    throw notFound("path");
}

/** Replaces what is known of a cluster. */
export async function saveCluster(
  caseId: string,
  cluster: string,
  cronJobs: SeenCronJob[],
  now: Date,
): Promise<void> {
  const [row] = await query(
    `INSERT INTO kubernetes_clusters AS k (case_id, cluster, cron_jobs, seen_at)
     SELECT $1, $2, $3::jsonb, $4
     WHERE (SELECT count(*) FROM kubernetes_clusters WHERE case_id = $1 AND cluster <> $2) < ${MAX_CLUSTERS}
     ON CONFLICT (case_id, cluster) DO UPDATE SET cron_jobs = excluded.cron_jobs, seen_at = excluded.seen_at
     RETURNING cluster`,
    [caseId, cluster, JSON.stringify(cronJobs), now],
  );
  if (!row) throw invalidAttribute("cluster", `can't be added: a case has at most ${MAX_CLUSTERS} clusters`);
  publishChange([caseId]);
}

/** What was seen of a cluster; null if nothing was for 30 days. */
export async function findCluster(caseId: string, cluster: string): Promise<SeenCronJob[] | null> {
  const found = await db.kubernetesCluster.findUnique({ where: { caseId_cluster: { caseId, cluster } } });
  return found && (found.cronJobs as SeenCronJob[]);
}

/** The clusters of a case, by name. */
export async function listClusters(caseId: string): Promise<Cluster[]> {
  const clusters = await db.kubernetesCluster.findMany({ where: { caseId }, orderBy: { cluster: "asc" } });
  return clusters.map(({ cluster, cronJobs, seenAt }) => ({
    name: cluster,
    cronJobs: cronJobs as SeenCronJob[],
    seenAt,
  }));
}

/** Forgets the clusters that no watcher has reported for 30 days. */
export const forgetClusters = (now: Date) =>
  query("DELETE FROM kubernetes_clusters WHERE seen_at <= $1", [new Date(now.getTime() - KEPT_MS)]);
