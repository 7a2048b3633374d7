import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "@/testing/eventually";
import { FakeCluster, type FakeObject } from "@/testing/kubernetes/fake-cluster";
import { FakeTattle } from "@/testing/kubernetes/fake-tattle";
import { writeKubeconfig } from "@/testing/kubernetes/kubeconfig";
import { KubernetesApi } from "./api";
import { slugOf } from "./terms";
import { Watcher } from "./watcher";

const CLUSTER = "prod";
const SECOND_MS = 1_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

async function aWorld() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tattle-kubernetes-"));
  const before = process.env.TATTLE_STATE_DIR;
  process.env.TATTLE_STATE_DIR = folder;
  const [cluster, tattle] = [new FakeCluster(), new FakeTattle()];
  const server = await cluster.start();
  await tattle.start();
  const running = new Set<() => Promise<unknown>>();
  onTestFinished(async () => {
    for (const stop of running) await stop();
    cluster.close();
    tattle.close();
    rmSync(folder, { recursive: true, force: true });
    if (before === undefined) delete process.env.TATTLE_STATE_DIR;
    else process.env.TATTLE_STATE_DIR = before;
  });
  const kubeconfig = writeKubeconfig(folder, server);
  const said: string[] = [];
  /** Starts a watcher. Stopping it returns until when it has reported; killing it says nothing. */
  const watch = (reportedUntilMs: number | null = null) => {
    const ending = new AbortController();
    const watcher = new Watcher(
      new KubernetesApi(kubeconfig),
      {
        ...{ cluster: CLUSTER, isAll: false, suspendedAfterMs: 7 * 86_400_000, namespace: null },
        settings: { url: tattle.url, key: "key" },
        ...{
          reportedUntilMs,
          say: (text: string) => void said.push(text),
        },
      },
      ending.signal,
    );
    const ended = watcher.run();
    const stop = async () => {
      running.delete(stop);
      ending.abort();
      await ended;
      await watcher.settle(AbortSignal.timeout(5_000));
      return watcher.reportedUntilMs;
    };
    running.add(stop);
    return { stop, watcher };
  };
  return { cluster, tattle, watch, said };
}

type World = Awaited<ReturnType<typeof aWorld>>;

let made = 0;
const aCronJob = (
  { cluster }: World,
  name: string,
  more: { metadata?: object; spec?: object; status?: object } = {},
) =>
  cluster.put("cronjobs", {
    metadata: {
      ...{ namespace: "shop", name, labels: { "tattle/monitor": "true" } },
      ...{ creationTimestamp: ago(3_600_000), ...more.metadata },
    },
    // Not soon, whenever the test runs.
    spec: { schedule: `0 0 ${((new Date().getUTCDate() + 10) % 28) + 1} * *`, ...more.spec },
    status: { ...more.status },
  });

function aJob(
  { cluster }: World,
  cronJob: string | null,
  more: { metadata?: object; status?: object } = {},
): FakeObject {
  made += 1;
  const owner = { kind: "CronJob", name: cronJob, controller: true };
  return cluster.put("jobs", {
    metadata: {
      ...{ namespace: "shop", name: `${cronJob ?? "etl"}-${made}`, creationTimestamp: ago(2 * SECOND_MS) },
      ...(cronJob && { ownerReferences: [owner] }),
      ...more.metadata,
    },
    spec: { backoffLimit: 2 },
    status: { startTime: ago(2 * SECOND_MS), ...more.status },
  });
}

const ended = (isFailed: boolean, agoMs = 0, reason = "BackoffLimitExceeded") => ({
  startTime: ago(agoMs + SECOND_MS),
  ...(isFailed && { failed: 3 }),
  ...(!isFailed && { completionTime: ago(agoMs) }),
  conditions: [
    {
      ...{ type: isFailed ? "Failed" : "Complete", status: "True", lastTransitionTime: ago(agoMs) },
      ...(isFailed && { reason }),
    },
  ],
});
const end = ({ cluster }: World, job: FakeObject, isFailed: boolean) =>
  cluster.put("jobs", { ...job, status: ended(isFailed) });

const slug = (name: string, kind: "cronjob" | "job" | "watcher" = "cronjob", namespace = "shop") =>
  slugOf(CLUSTER, kind, namespace, name);

test("a Job is a run: its start, its end, why it failed and the end of its log, without secrets", async () => {
  const world = await aWorld();
  const { cluster, tattle, watch } = world;
  aCronJob(world, "backup", {
    metadata: { annotations: { "tattle/severity": "warning", "tattle/max-runtime": "1h" } },
  });
  aCronJob(world, "unlabelled", { metadata: { labels: {} } });
  watch();
  await eventually(() =>
    expect(tattle.snitches.get(slug("backup"))).toMatchObject({ severity: "warning", max_runtime: 3_600 }),
  );
  const job = aJob(world, "backup");
  aJob(world, "unlabelled");
  await eventually(() =>
    expect(tattle.runsOf(slug("backup"))).toEqual(new Map([[job.metadata.uid, ["start"]]])),
  );
  cluster.put("pods", {
    metadata: { namespace: "shop", name: "pod-1", labels: { "job-name": job.metadata.name } },
    status: {
      containerStatuses: [{ name: "main", state: { terminated: { exitCode: 3, reason: "Error" } } }],
    },
  });
  cluster.setLog("shop", "pod-1", "main", "connecting\nPASSWORD=hunter2\nfailed\n");
  end(world, job, true);

  await eventually(() =>
    expect(tattle.runsOf(slug("backup"))).toEqual(new Map([[job.metadata.uid, ["start", "3"]]])),
  );
  expect(tattle.reports.at(-1)).toMatchObject({
    message: "main ended with exit status 3. BackoffLimitExceeded: failed 3 of 3 attempts.",
    output: "connecting\nPASSWORD=[redacted]\nfailed\n",
  });
  await eventually(() =>
    expect(tattle.rows).toMatchObject([
      { namespace: "shop", name: "backup", watched: true, reason: "" },
      { namespace: "shop", name: "unlabelled", watched: false, reason: "no label", snitch: null },
    ]),
  );
  expect([...tattle.snitches.keys()].toSorted()).toEqual(
    [slug("backup"), slug("", "watcher", "")].toSorted(),
  );
});

test("Jobs of a workflow engine with the label are runs, those that share a generateName of one snitch", async () => {
  const world = await aWorld();
  world.watch();
  await eventually(() => expect(world.tattle.snitches.size).toBe(1));
  const labels = { "tattle/monitor": "true" };
  const jobs = [1, 2].map((i) =>
    aJob(world, null, { metadata: { name: `etl-x${i}`, generateName: "etl-", labels } }),
  );
  aJob(world, null);
  for (const job of jobs) end(world, job, false);

  await eventually(() =>
    expect(world.tattle.runsOf(slug("etl", "job"))).toEqual(
      new Map(jobs.map(({ metadata }) => [metadata.uid, ["start", "0"]])),
    ),
  );
  expect(world.tattle.snitches.size).toBe(2);
});

test("a suspended CronJob that has run is paused, and resumed with it; one that never ran has no snitch", async () => {
  const world = await aWorld();
  const { tattle, watch } = world;
  const status = { lastScheduleTime: ago(3_600_000) };
  const ran = aCronJob(world, "ran", { spec: { suspend: true }, status });
  aCronJob(world, "new", { spec: { suspend: true } });
  const { stop } = watch();
  await eventually(() => expect(tattle.snitches.get(slug("ran"))?.status).toBe("paused"));
  await eventually(() =>
    expect(tattle.rows).toMatchObject([{ watched: false, reason: "suspended" }, { watched: true }]),
  );
  await stop();
  world.cluster.put("cronjobs", { ...ran, spec: { ...(ran.spec as object), suspend: false } });

  watch();
  await eventually(() => expect(tattle.snitches.get(slug("ran"))?.status).toBe("pending"));
  expect(tattle.snitches.has(slug("new"))).toBe(false);
});

test("a CronJob that is deleted is asked about once, and created again keeps its snitch", async () => {
  const world = await aWorld();
  const { cluster, tattle, said, watch } = world;
  aCronJob(world, "backup");
  const { stop } = watch();
  await eventually(() => expect(tattle.snitches.has(slug("backup"))).toBe(true));
  const { token } = tattle.snitches.get(slug("backup")) ?? {};
  cluster.remove("cronjobs", "shop", "backup");
  const reason = "deleted from the cluster: pause or delete its snitch";
  await eventually(() =>
    expect(tattle.rows).toMatchObject([{ name: "backup", watched: false, reason, snitch: token }]),
  );
  const untilMs = await stop();
  const published = () => tattle.requests.filter((line) => line.startsWith("PUT /v1/kubernetes/")).length;
  const count = published();
  const again = watch(untilMs);
  await eventually(() => expect(published()).not.toBe(count));
  expect(said.filter((line) => line.includes("was deleted from the cluster"))).toHaveLength(1);

  aCronJob(world, "backup");
  await eventually(() =>
    expect(tattle.rows).toMatchObject([{ name: "backup", watched: true, snitch: token }]),
  );
  await again.stop();
});

test("what happens while Tattle cannot be reached is reported later, with its own times", async () => {
  const world = await aWorld();
  const { tattle, watch } = world;
  aCronJob(world, "backup");
  watch();
  await eventually(() => expect(tattle.snitches.has(slug("backup"))).toBe(true));
  tattle.isAway = true;
  const job = aJob(world, "backup");
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  end(world, job, false);
  tattle.isAway = false;

  await eventually(() =>
    expect(tattle.runsOf(slug("backup"))).toEqual(new Map([[job.metadata.uid, ["start", "0"]]])),
  );
  const [began, ended] = ["start", "0"].map((wanted) =>
    tattle.reports.find(({ signal }) => signal === wanted),
  );
  expect((ended?.atMs ?? 0) - (began?.atMs ?? 0)).toBeGreaterThanOrEqual(1_000);
});

test("a Job that was replaced before it ended is a failed run, and one that left no trace but succeeded is not", async () => {
  const world = await aWorld();
  const { cluster, tattle, watch } = world;
  const replaced = aCronJob(world, "replaced", { spec: { concurrencyPolicy: "Replace" } });
  const short = aCronJob(world, "short");
  watch();
  await eventually(() => expect(tattle.snitches.size).toBe(3));
  const [one, other] = [aJob(world, "replaced"), aJob(world, "short")];
  await eventually(() => expect(tattle.reports.filter(({ signal }) => signal === "start")).toHaveLength(2));
  cluster.remove("jobs", "shop", one.metadata.name);
  cluster.put("cronjobs", { ...short, status: { lastSuccessfulTime: new Date().toISOString() } });
  await new Promise((resolve) => setTimeout(resolve, 300));
  cluster.remove("jobs", "shop", other.metadata.name);

  await eventually(() =>
    expect(tattle.runsOf(slug("short")).get(other.metadata.uid)).toEqual(["start", "0"]),
  );
  expect(tattle.runsOf(slug(replaced.metadata.name)).get(one.metadata.uid)).toEqual(["start", "fail"]);
});
