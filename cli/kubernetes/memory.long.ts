import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { FakeCluster } from "@/testing/kubernetes/fake-cluster";
import { FakeTattle } from "@/testing/kubernetes/fake-tattle";
import { writeKubeconfig } from "@/testing/kubernetes/kubeconfig";
import { peakMemory } from "@/testing/processes";

const PROGRAM = path.resolve(inject("compiled"), "cli", "tattle-kubernetes.mjs");
const CRON_JOBS = 2_000;
const JOBS_OF_EACH = 50;
const MIB = 1_048_576;
const MAX_MEBIBYTES = 100;
const HOUR_MS = 3_600_000;
const PATIENCE = { timeout: 600_000, interval: 100 };

/** The command of the chart, without what a cluster has. */
function readFlags(): string[] {
  const chart = readFileSync("deploy/helm/tattle/templates/watcher.yaml", "utf8");
  const [, flags = ""] = /command: \[node, (.*), dist\/cli\/tattle-kubernetes\.mjs\]/.exec(chart) ?? [];
  return flags.split(", ");
}

test("2,000 CronJobs with 50 Jobs each are watched within 100 MiB, with the flags of the chart", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tattle-kubernetes-"));
  const [cluster, tattle] = [new FakeCluster(), new FakeTattle()];
  const kubeconfig = writeKubeconfig(folder, await cluster.start());
  await tattle.start();
  const nowMs = Date.now();
  for (let i = 0; i < CRON_JOBS; i += 1) {
    const name = `report-of-shop-${i}`;
    const template = { metadata: { labels: { app: name } }, spec: { containers: [{ name, image: name }] } };
    const metadata = { namespace: "shop", name, labels: { "tattle/monitor": "true" } };
    cluster.put("cronjobs", {
      metadata,
      spec: { schedule: "0 * * * *", jobTemplate: { spec: { template } } },
    });
    for (let ago = JOBS_OF_EACH; ago > 0; ago -= 1) {
      const startTime = new Date(nowMs - ago * HOUR_MS).toISOString();
      const completionTime = new Date(nowMs - ago * HOUR_MS + 60_000).toISOString();
      const condition = { type: "Complete", status: "True", lastTransitionTime: completionTime };
      cluster.put("jobs", {
        metadata: {
          ...{ namespace: "shop", name: `${name}-${ago}`, creationTimestamp: startTime },
          ownerReferences: [{ kind: "CronJob", name, controller: true }],
          // As long as what a real one has.
          managedFields: [
            { manager: "kube-controller-manager", fieldsV1: { "f:status": "x".repeat(1_500) } },
          ],
        },
        spec: { backoffLimit: 6, template },
        status: { startTime, completionTime, succeeded: 1, conditions: [condition] },
      });
    }
  }
  const env = { ...process.env, TATTLE_URL: tattle.url, TATTLE_KEY: "key", TATTLE_STATE_DIR: folder };
  const args = [...readFlags(), PROGRAM, "--kubeconfig", kubeconfig, "--cluster", "prod"];
  const child = spawn(process.execPath, args, { env, stdio: "ignore" });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
    cluster.close();
    tattle.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const startedAtMs = Date.now();
  await vi.waitFor(() => expect(tattle.snitches.size).toBe(CRON_JOBS + 1), PATIENCE);
  console.log(`all snitches made ${Date.now() - startedAtMs} ms after the start`);
  // The start and the end of the latest Job of each, and the watcher's own.
  await vi.waitFor(() => expect(tattle.reports.length).toBeGreaterThanOrEqual(2 * CRON_JOBS + 1), PATIENCE);
  expect(tattle.rows).toHaveLength(CRON_JOBS);
  const peak = peakMemory(child.pid ?? 0) / MIB;
  console.log(`peak: ${peak.toFixed(0)} MiB`);
  expect(peak).toBeLessThanOrEqual(MAX_MEBIBYTES);
}, 900_000);
