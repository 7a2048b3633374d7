import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { build } from "@/scripts/build";
import { startJobs } from "@/testing/continuous-jobs";
import { aMachine, type MachineName } from "@/testing/deploy/machine";
import { missingPackages } from "@/testing/deploy/programs";
import { openProxy } from "@/testing/deploy/proxy";
import { ACTOR, aCase, aSnitch, aWebhook, manySnitches } from "@/testing/factories";
import type { Machine } from "@/testing/fleet";
import { aReceiver } from "@/testing/receiver";
import { basic } from "@/testing/requests";

const isLeftOut = missingPackages(["haproxy"]).length > 0;
const folder = isLeftOut ? "" : mkdtempSync(path.join(tmpdir(), "tattle-rolling-"));
const OF_EACH = 3;
const JOBS = 6;
/** Between two requests of a job or a client. Without it they would only measure the machine. */
const PAUSE_MS = 20;
const SNITCHES = 2_000;
const OVERDUE = 100;
/** The deadlines of the jobs that don't check in pass one after another within this time. */
const SPREAD_MS = 20_000;

const fleet: Record<MachineName, Machine[]> = { web: [], checkin: [], worker: [] };
let proxy: Awaited<ReturnType<typeof openProxy>>;

beforeAll(async () => {
  if (isLeftOut) return;
  const pages = await build();
  const env = { TRUSTED_PROXIES: "127.0.0.1" };
  for (const name of ["web", "checkin", "worker"] as const)
    for (let i = 0; i < OF_EACH; i += 1) fleet[name].push(await aMachine(name, { pages, folder, env }));
  await Promise.all(
    Object.values(fleet)
      .flat()
      .map((machine) => machine.start()),
  );
  const listPorts = (name: MachineName) => fleet[name].map(({ port }) => port);
  proxy = await openProxy(folder, { web: listPorts("web"), checkin: listPorts("checkin") });
}, 400_000);

afterAll(async () => {
  for (const machine of Object.values(fleet).flat()) machine.kill();
  await proxy?.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Calls the API over keep-alive connections until it is stopped. Returns the function that stops it and returns the statuses. */
function startClients(count: number, address: string, key: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const statuses: (number | string)[] = [];
  let isStopped = false;
  const call = () =>
    new Promise<number | string>((resolve) => {
      const headers = { Authorization: basic(key) };
      const outgoing = request(`${proxy.buildUrl("web")}${address}`, { agent, headers }, (response) => {
        response.resume().once("end", () => resolve(response.statusCode ?? "no status"));
        response.once("error", ({ message }) => resolve(message));
      });
      outgoing.once("error", ({ message }) => resolve(message)).end();
    });
  const ended = Promise.all(
    Array.from({ length: count }, async () => {
      for (; !isStopped; await sleep(PAUSE_MS)) statuses.push(await call());
    }),
  );
  return async () => {
    isStopped = true;
    await ended;
    agent.destroy();
    return statuses;
  };
}

/** How often each value occurs. */
const counts = (values: (number | string | null)[]) =>
  Object.fromEntries(
    [...new Set(values)].map((value) => [String(value), values.filter((one) => one === value).length]),
  );

test.skipIf(isLeftOut)(
  "three of each process behind HAProxy, restarted one after another under load: every request is answered, nothing is lost or done twice",
  async () => {
    const receiver = await aReceiver();
    const { id: caseId } = await aCase();
    await aWebhook({ caseId, url: receiver.url });
    const { key } = await createApiKey(caseId, { name: "Fleet" }, ACTOR);
    const snitches = await manySnitches(SNITCHES, { caseId });
    const tokens = snitches.map(({ token }) => token);
    const begin = Date.now() - DEADLINE_ALLOWANCE_MS + 2_000;
    const missing = await Promise.all(
      Array.from({ length: OVERDUE }, (_, i) =>
        aSnitch({ caseId, status: "healthy", deadline: new Date(begin + (i / OVERDUE) * SPREAD_MS) }),
      ),
    );

    const startedAt = performance.now();
    const stopJobs = startJobs(proxy.buildUrl("checkin"), JOBS, tokens, "rolling", { pauseMs: PAUSE_MS });
    const stopClients = startClients(2, `/v1/snitches/${tokens[0]}`, key);
    await sleep(2_000);
    for (const machine of [...fleet.checkin, ...fleet.web, ...fleet.worker]) {
      await machine.stop();
      await machine.start();
      // HAProxy asks every second: the next one stops when this one takes requests again.
      await sleep(1_500);
    }
    await sleep(Math.max(0, begin + SPREAD_MS + DEADLINE_ALLOWANCE_MS - Date.now()));
    const [checkIns, statuses] = await Promise.all([stopJobs(), stopClients()]);
    const tookMs = performance.now() - startedAt;

    expect(counts(statuses)).toEqual({ "200": statuses.length });
    const withoutResponse = checkIns.filter(({ status }) => status === null);
    expect(
      withoutResponse.map(({ sentAt, respondedAt }) => `none within ${respondedAt - sentAt} ms`),
    ).toEqual([]);
    const { "202": accepted = 0, ...others } = counts(checkIns.map(({ status }) => status));
    expect(Object.keys(others).filter((status) => status !== "429")).toEqual([]);
    const rows = await db.checkIn.findMany({ where: { accepted: true }, select: { message: true } });
    const messages = checkIns.flatMap(({ status, message }) => (status === 202 ? [message] : []));
    expect(rows.map(({ message }) => message).toSorted()).toEqual(messages.toSorted());

    const alerts = () =>
      db.alert.findMany({ where: { kind: "missing", caseId }, select: { snitchId: true } });
    await vi.waitFor(async () => expect(await alerts()).toHaveLength(OVERDUE), 30_000);
    expect((await alerts()).map(({ snitchId }) => snitchId).toSorted()).toEqual(
      missing.map(({ id }) => id).toSorted(),
    );
    await vi.waitFor(() => expect(receiver.requests.length).toBeGreaterThanOrEqual(OVERDUE), 30_000);
    await sleep(1_000);
    expect(receiver.requests).toHaveLength(await db.delivery.count({ where: { channel: { caseId } } }));
    receiver.close();
    console.log(
      `${accepted} check-ins, ${statuses.length} API calls and ${OVERDUE} alerts through nine restarts in ${Math.round(tookMs / 1_000)} s: no other answer, none lost, none double.`,
    );
  },
  300_000,
);
