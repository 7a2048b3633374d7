import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "@/testing/eventually";
import { FakeCluster, type FakeObject } from "@/testing/kubernetes/fake-cluster";
import { FakeTattle } from "@/testing/kubernetes/fake-tattle";
import { writeKubeconfig } from "@/testing/kubernetes/kubeconfig";
import { KubernetesApi } from "./api";
import { slugOf } from "./terms";
import { Watcher } from "./watcher";

const RUNS = Number(process.env.TEST_RUNS ?? 5);
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
const STEPS = 60;
const CRON_JOBS = ["a", "b", "c"];

/** Random numbers that a seed repeats. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
    return (state >>> 0) % below;
  };
}

async function simulate(seed: number): Promise<void> {
  const random = randomFrom(seed);
  const folder = mkdtempSync(path.join(os.tmpdir(), "tattle-kubernetes-"));
  process.env.TATTLE_STATE_DIR = folder;
  const [cluster, tattle] = [new FakeCluster(), new FakeTattle()];
  const kubeconfig = writeKubeconfig(folder, await cluster.start());
  await tattle.start();
  /** The model: what became of each Job. */
  const outcomes = new Map<string, string>();
  const running: FakeObject[] = [];
  const watchers = new Set<{ ending: AbortController; ended: Promise<void>; watcher: Watcher }>();
  let reportedUntilMs: number | null = null;
  const start = () => {
    const ending = new AbortController();
    const settings = { url: tattle.url, key: "key" };
    const rules = { cluster: "prod", isAll: true, suspendedAfterMs: 0, namespace: null };
    const watcher = new Watcher(
      new KubernetesApi(kubeconfig),
      { ...rules, settings, reportedUntilMs, say: () => {} },
      ending.signal,
    );
    watchers.add({ ending, ended: watcher.run(), watcher });
  };
  /** As a pod that is killed: what it had not delivered, the next one has to find again. */
  const kill = async () => {
    for (const each of watchers) {
      each.ending.abort();
      await each.ended;
      reportedUntilMs = each.watcher.reportedUntilMs;
      await each.watcher.settle(AbortSignal.abort());
      watchers.delete(each);
    }
  };
  onTestFinished(async () => {
    await kill();
    cluster.close();
    tattle.close();
    rmSync(folder, { recursive: true, force: true });
  });
  for (const name of CRON_JOBS)
    cluster.put("cronjobs", { metadata: { namespace: "shop", name }, spec: { schedule: "0 0 1 1 *" } });
  start();
  await eventually(() => expect(tattle.snitches.size).toBe(CRON_JOBS.length + 1));

  const steps: [weight: number, step: () => unknown][] = [
    [
      6,
      () => {
        const owner = { kind: "CronJob", name: CRON_JOBS[random(CRON_JOBS.length)], controller: true };
        const name = `${owner.name}-${outcomes.size}`;
        const status = { startTime: new Date().toISOString() };
        const job = cluster.put("jobs", {
          metadata: { namespace: "shop", name, ownerReferences: [owner] },
          status,
        });
        outcomes.set(`${owner.name} ${job.metadata.uid}`, "running");
        running.push(job);
      },
    ],
    [
      6,
      () => {
        const [job] = running.splice(random(running.length || 1), 1);
        if (!job) return;
        const isFailed = random(3) === 0;
        const at = new Date().toISOString();
        const type = isFailed ? "Failed" : "Complete";
        cluster.put("jobs", {
          ...job,
          status: {
            ...(job.status as object),
            conditions: [{ type, status: "True", lastTransitionTime: at }],
          },
        });
        const [name] = job.metadata.name.split("-");
        outcomes.set(`${name} ${job.metadata.uid}`, isFailed ? "fail" : "0");
      },
    ],
    [2, () => cluster.disconnect()],
    [1, () => cluster.compact()],
    [1, () => cluster.hold()],
    [3, () => cluster.release()],
    [1, () => cluster.bookmark()],
    [1, () => (cluster.refused += random(4))],
    [1, () => (tattle.isAway = !tattle.isAway)],
    [1, () => kill().then(start)],
    [1, () => watchers.size < 2 && start()],
  ];
  const bag = steps.flatMap(([weight, step]) => Array.from({ length: weight }, () => step));
  for (let i = 0; i < STEPS; i += 1) {
    await bag[random(bag.length)]?.();
    await wait(random(120));
  }
  cluster.release();
  tattle.isAway = false;

  await eventually(() => {
    const runs = CRON_JOBS.flatMap((name) =>
      [...tattle.runsOf(slugOf("prod", "cronjob", "shop", name))].map(
        ([uid, signals]) => [`${name} ${uid}`, signals.toSorted().join()] as const,
      ),
    );
    const expected = [...outcomes].map(
      ([run, end]) => [run, (end === "running" ? ["start"] : [end, "start"]).toSorted().join()] as const,
    );
    expect(new Map(runs)).toEqual(new Map(expected));
  });
}

test("each Job is one run, none twice and none lost, whatever happens to the API server, Tattle and the watchers", async () => {
  for (let i = 0; i < RUNS; i += 1) {
    const seed = SEED + i;
    await simulate(seed).catch((error) => {
      throw new Error(`With TEST_SEED=${seed} TEST_RUNS=1: ${error.message}`, { cause: error });
    });
  }
}, 600_000);
