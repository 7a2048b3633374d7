import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { sendTestEvent } from "@/lib/channels/test-event";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { acknowledgeIncident } from "@/lib/incidents/acknowledge";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/durations";
import { ALL_ALERTS } from "@/lib/rules/route";
import { aConnectProxy } from "@/lib/testing/connect-proxy";
import { NEVER_LOST_MS } from "@/lib/testing/connection";
import { ACTOR, aCase, aSnitch } from "@/lib/testing/factories";
import { CA_CERTIFICATE, PAGER_TLS } from "@/lib/testing/own-ca";
import { aReceiver, type Receiver } from "@/lib/testing/receiver";
import { type ServerProcess, startWorker } from "@/lib/testing/server-process";

let services: Receiver;
let proxy: Awaited<ReturnType<typeof aConnectProxy>>;
let worker: ServerProcess;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tattle-proxy-"));
  const caFile = path.join(folder, "ca.pem");
  await writeFile(caFile, CA_CERTIFICATE);
  services = await aReceiver(
    (response, { headers }) => response.writeHead(headers.host === "hooks.slack.com" ? 200 : 202).end("ok"),
    PAGER_TLS,
  );
  proxy = await aConnectProxy(Number(new URL(services.url).port));
  worker = await startWorker({
    DATABASE_URL: process.env.DATABASE_URL ?? "",
    OUTBOUND_PROXY: proxy.url,
    NODE_EXTRA_CA_CERTS: caFile,
  });
}, 60_000);
afterAll(async () => {
  await worker.signal("SIGTERM");
  services.close();
  proxy.close();
  await rm(folder, { recursive: true, force: true });
});

const received = (host: string) =>
  services.requests.filter(({ headers }) => headers.host === host).map(({ body }) => JSON.parse(body));
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 100 });

const add = async (caseId: string, kind: string, settings: Record<string, string>) =>
  (await addChannel(caseId, { kind, name: "", settings, route: ALL_ALERTS, isDefault: false }, ACTOR)).id;

test("an incident is opened, acknowledged and resolved at PagerDuty, and told in Slack, through a proxy, over TLS", async () => {
  const { id: caseId } = await aCase();
  const pager = await add(caseId, "pagerduty", { routing_key: "R".repeat(32), region: "us" });
  await add(caseId, "slack", { url: "https://hooks.slack.com/services/T0/B0/SECRET" });
  const due = new Date("2026-03-10T00:00Z");
  const { token } = await aSnitch({ caseId, name: "Nightly backup", status: "healthy", deadline: due });

  await sweepDeadlines(new Date(due.getTime() + MINUTE_MS), NEVER_LOST_MS);
  await eventually(() => expect(received("events.pagerduty.com")).toHaveLength(1));
  const incident = await db.incident.findFirstOrThrow({ where: { caseId } });
  await acknowledgeIncident(caseId, incident.id, new Date(), ACTOR);
  await eventually(() => expect(received("events.pagerduty.com")).toHaveLength(2));
  const at = new Date(due.getTime() + DAY_MS / 2);
  await recordCheckIn({ token, at, exitStatus: "", message: "", method: "GET", address: "", userAgent: "" });
  await eventually(() => expect(received("events.pagerduty.com")).toHaveLength(3));

  const key = `tattle-${incident.id}`;
  expect(received("events.pagerduty.com").filter(({ dedup_key }) => dedup_key === key)).toMatchObject([
    { event_action: "trigger", dedup_key: key, payload: { summary: "Nightly backup is missing" } },
    { event_action: "acknowledge", dedup_key: key },
    { event_action: "resolve", dedup_key: key },
  ]);
  await eventually(() =>
    expect(received("hooks.slack.com").map(({ text }) => text)).toEqual(
      expect.arrayContaining(["Nightly backup is missing", "Nightly backup is reporting again"]),
    ),
  );
  expect(new Set(proxy.tunnels)).toEqual(new Set(["events.pagerduty.com:443", "hooks.slack.com:443"]));

  const testKey = `tattle-${await sendTestEvent(caseId, pager, caseId, new Date())}`;
  await eventually(() =>
    expect(received("events.pagerduty.com").filter(({ dedup_key }) => dedup_key === testKey)).toMatchObject([
      { event_action: "trigger", payload: { severity: "info" } },
      { event_action: "resolve" },
    ]),
  );
  // Neither the database nor its backups have a secret that can be read.
  const rows = JSON.stringify([
    await db.channel.findMany({ where: { caseId } }),
    await db.delivery.findMany({ where: { channel: { caseId } }, include: { history: true } }),
    await db.auditEvent.findMany({ where: { caseId } }),
  ]);
  expect(rows).not.toMatch(/SECRET|RRRR/);
}, 90_000);
