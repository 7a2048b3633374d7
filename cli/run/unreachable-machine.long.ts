import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { findMissing, Sandbox } from "@/testing/cron/sandbox";
import { aCase, aMember, aSnitch } from "@/testing/factories";
import { type ServerProcess, startCheckInServer, startWorker } from "@/testing/server-process";

// Ten hosts with a network, a cron and the program each, in real time. One is cut off.

const HOSTS = Array.from({ length: 10 }, (_, i) => i);
const JOBS = 3;
const CUT = 7;

/** A busy machine takes a minute to start thirty jobs. */
const GRACE_SECONDS = 180;
const MAX_WAIT_MS = 15 * MINUTE_MS;

const networkOf = (host: number) => `tattle-${process.pid}-${host}`;
const linkTo = (host: number) => `t${process.pid}-${host}`;

function ip(command: string): void {
  const { status, stderr } = spawnSync("ip", command.split(" "), { encoding: "utf8" });
  if (status !== 0) throw new Error(`ip ${command}: ${stderr}`);
}

function canMakeNetworks(): boolean {
  const of = (verb: string) => spawnSync("ip", ["netns", verb, networkOf(HOSTS.length)]).status === 0;
  return of("add") && of("del");
}

const missing = findMissing() ?? (canMakeNetworks() ? null : "the right to make networks");

const folder = mkdtempSync(path.join(tmpdir(), "tattle-hosts-"));
const ended: Promise<string>[] = [];
let checkIns: ServerProcess;
let worker: ServerProcess;

function addNetwork(host: number): void {
  ip(`netns add ${networkOf(host)}`);
  ip(`link add ${linkTo(host)} type veth peer name eth0 netns ${networkOf(host)}`);
  ip(`addr add 10.77.${host}.1/30 dev ${linkTo(host)}`);
  ip(`link set ${linkTo(host)} up`);
  ip(`-n ${networkOf(host)} addr add 10.77.${host}.2/30 dev eth0`);
  ip(`-n ${networkOf(host)} link set eth0 up`);
}

/** Starts a host whose cron runs a job for each of these snitches every minute. */
function startHost(host: number, tokens: string[]): void {
  const state = path.join(folder, `${host}`);
  mkdirSync(state);
  const tattle = `"${process.execPath}" ${path.join(folder, "tattle.mjs")}`;
  const url = `http://10.77.${host}.1:${new URL(checkIns.url).port}`;
  const lines = tokens.map((token) => `* * * * * root ${tattle} run --snitch ${url}/${token} -- true\n`);
  writeFileSync(path.join(state, "crontab"), lines.join(""));
  ended.push(
    new Sandbox(state, networkOf(host)).run(`
hostname host-${host}
rm -f /etc/cron.d/* /etc/cron.d/.placeholder; echo > /etc/crontab
cp ${state}/crontab /etc/cron.d/jobs
cron -f &
until [ -e ${folder}/stop ]; do sleep 0.5; done
pkill -x cron`),
  );
}

describe.skipIf(missing !== null)("a host that is cut off", () => {
  beforeAll(async () => {
    cpSync(path.resolve(inject("compiled"), "cli/tattle.mjs"), path.join(folder, "tattle.mjs"));
    const databaseUrl = process.env.DATABASE_URL ?? "";
    checkIns = await startCheckInServer({ databaseUrl, dataDir: path.join(folder, "data") });
    worker = await startWorker({ DATABASE_URL: databaseUrl });
    for (const host of HOSTS) addNetwork(host);
  }, 60_000);
  afterAll(async () => {
    writeFileSync(path.join(folder, "stop"), "");
    await Promise.allSettled(ended);
    for (const host of HOSTS) ip(`netns del ${networkOf(host)}`);
    await Promise.all([checkIns, worker].map((each) => each.signal("SIGTERM")));
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  test(
    "is one message, and one when it is back",
    async () => {
      const { id: caseId } = await aCase({ groupsByMachine: true });
      await aMember({ caseId });
      const terms = { caseId, schedule: "* * * * *", grace: GRACE_SECONDS, createdAt: new Date() };
      for (const host of HOSTS) {
        const jobs = await Promise.all(
          Array.from({ length: JOBS }, (_, i) => aSnitch({ ...terms, name: `Job ${i} of host ${host}` })),
        );
        startHost(
          host,
          jobs.map(({ token }) => token),
        );
      }
      const eventually = (check: () => Promise<void>) =>
        vi.waitFor(check, { timeout: MAX_WAIT_MS, interval: 500 });
      const listEmails = async () =>
        (await db.email.findMany({ where: { caseId, summaryId: null }, orderBy: { id: "asc" } })).map(
          ({ kind }) => kind,
        );

      await eventually(async () => {
        const runs = await db.run.groupBy({ by: ["snitchId"], where: { snitch: { caseId } }, _count: true });
        expect(runs.filter(({ _count }) => _count >= 3)).toHaveLength(HOSTS.length * JOBS);
      });
      ip(`link set ${linkTo(CUT)} down`);
      const cutAt = Date.now();
      await eventually(async () => expect(await listEmails()).not.toEqual([]));
      console.info(`It was said ${Math.round((Date.now() - cutAt) / 1_000)} s after the cut.`);
      expect(await listEmails()).toEqual(["machine_silent"]);
      expect(await db.machineIncident.findMany({ where: { caseId } })).toMatchObject([
        { host: `host-${CUT}`, closedAt: null },
      ]);
      expect(await db.incident.count({ where: { caseId, machineIncidentId: { not: null } } })).toBe(JOBS);

      ip(`link set ${linkTo(CUT)} up`);
      await eventually(async () => expect(await listEmails()).toEqual(["machine_silent", "machine_heard"]));
      await eventually(async () =>
        expect(await db.incident.count({ where: { caseId, closedAt: null } })).toBe(0),
      );
      expect(await listEmails()).toEqual(["machine_silent", "machine_heard"]);
    },
    3 * MAX_WAIT_MS,
  );
});
