import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, inject, onTestFinished, test } from "vitest";
import { FakeCluster } from "@/testing/kubernetes/fake-cluster";
import { writeKubeconfig } from "@/testing/kubernetes/kubeconfig";
import { getKubernetesPrograms } from "@/testing/kubernetes-programs";
import { untilEnded } from "@/testing/tattle";

const PROGRAM = path.resolve(inject("compiled"), "cli", "tattle-kubernetes.mjs");

test("kubectl reads the API server of these tests, and the plan has every CronJob that it lists, with the reason", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tattle-kubernetes-"));
  const cluster = new FakeCluster();
  onTestFinished(() => {
    cluster.close();
    rmSync(folder, { recursive: true });
  });
  const kubeconfig = writeKubeconfig(folder, await cluster.start());
  const add = (name: string, labels: object, schedule = "0 3 * * *") =>
    cluster.put("cronjobs", { metadata: { namespace: "shop", name, labels }, spec: { schedule } });
  add("backup", { "tattle/monitor": "true" });
  add("boot", { "tattle/monitor": "true" }, "@reboot");
  add("report", {});
  const programs = await getKubernetesPrograms();
  if (!programs) throw new Error("kubectl is fetched for Linux on x86-64 only.");
  const get = ["--kubeconfig", kubeconfig, "--cache-dir", folder, "get", "cronjobs", "--all-namespaces"];
  const { stdout: names } = await promisify(execFile)(programs.kubectl, [...get, "--output", "name"]);
  const options = ["--kubeconfig", kubeconfig, "--cluster", "prod", "--plan", "--json"];
  const env = {
    ...process.env,
    TATTLE_URL: "",
    XDG_CONFIG_HOME: "/nowhere",
    TATTLE_SYSTEM_CONFIG: "/nowhere",
  };
  const { stdout } = await untilEnded(spawn(process.execPath, [PROGRAM, ...options], { env }));

  const rows = JSON.parse(String(stdout)) as { name: string }[];
  expect(rows.map(({ name }) => `cronjob.batch/${name}`)).toEqual(names.trim().split("\n"));
  const label = "kubectl label cronjob report --namespace shop --overwrite tattle/monitor=true";
  expect(rows).toMatchObject([
    { name: "backup", watched: true, reason: "", command: null },
    { name: "boot", watched: false, reason: "schedule not supported: @reboot", command: null },
    { name: "report", watched: false, reason: "no label", command: label },
  ]);
});
