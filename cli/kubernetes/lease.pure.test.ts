import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { FakeCluster } from "@/testing/kubernetes/fake-cluster";
import { writeKubeconfig } from "@/testing/kubernetes/kubeconfig";
import { KubernetesApi } from "./api";
import { LeaseLock } from "./lease";

const REPORTED_UNTIL = Date.parse("2026-11-29T12:00:00Z");
const never = new AbortController().signal;
const failing = (reason: string) => {
  throw new Error(reason);
};

async function aCluster() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tattle-lease-"));
  const cluster = new FakeCluster();
  onTestFinished(() => {
    vi.restoreAllMocks();
    cluster.close();
    rmSync(folder, { recursive: true });
  });
  const kubeconfig = writeKubeconfig(folder, await cluster.start());
  const replica = (identity: string) =>
    new LeaseLock(new KubernetesApi(kubeconfig), "ops", "watcher", identity);
  return { cluster, replica, lease: () => cluster.get("leases", "ops", "watcher") };
}

test("of two replicas that start together one has the lease, and the other gets it with its time once it is released", async () => {
  const { replica, lease } = await aCluster();
  const replicas = [replica("a"), replica("b")];
  const first = await Promise.race(
    replicas.map(async (each) => {
      await each.acquire(never, failing);
      return each;
    }),
  );
  const other = first === replicas[0] ? replicas[1] : replicas[0];
  expect([first.reportedUntilMs, lease()?.metadata.annotations]).toEqual([null, {}]);
  expect(lease()).toMatchObject({ spec: { leaseTransitions: 1, leaseDurationSeconds: 30 } });

  await first.release(REPORTED_UNTIL);
  await vi.waitFor(() => expect(other?.reportedUntilMs).toBe(REPORTED_UNTIL), { timeout: 60_000 });
  expect(lease()).toMatchObject({ spec: { leaseTransitions: 3 } });
});

test("a lease that is not renewed for its duration is taken over, and its former holder cannot renew it", async () => {
  const { cluster, replica, lease } = await aCluster();
  const [lost, next] = [replica("a"), replica("b")];
  await lost.acquire(never, failing);
  const count = cluster.requests.length;
  const acquired = next.acquire(never, failing);
  // It has seen the lease twice, so that its clock counts from the first time.
  await vi.waitFor(() => expect(cluster.requests.length).toBe(count + 2), { timeout: 60_000 });
  const now = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => now() + 31_000);

  expect(await acquired).toBe(true);
  await lost.release(REPORTED_UNTIL);
  expect(lease()).toMatchObject({ spec: { holderIdentity: "b" } });
});
