import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { findStored } from "@/lib/channels/find";
import { sendTestEvent } from "@/lib/channels/test-event";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { acknowledgeIncident } from "@/lib/incidents/acknowledge";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { aConnectProxy } from "@/testing/connect-proxy";
import { NEVER_LOST_MS } from "@/testing/connection";
import { eventually } from "@/testing/eventually";
import { ACTOR, aCase, aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { CA_CERTIFICATE, SERVICES_TLS } from "@/testing/own-ca";
import { aReceiver, type Receiver } from "@/testing/receiver";
import { type ServerProcess, startWorker } from "@/testing/server-process";

/** What services respond, by host. */
const RESPONSES: Record<string, (request: { body: string; path: string }) => [status: number, text: string]> =
  {
    "hooks.slack.com": () => [200, "ok"],
    // The end is an edit and a new message; the first new message without an embed fails.
    "discord.com": ({ body }) =>
      body.includes('"embeds"') || received("discord.com").filter(({ content }) => content).length > 1
        ? [200, JSON.stringify({ id: "123456789" })]
        : [500, "oh no"],
    "api.telegram.org": ({ body }) =>
      JSON.parse(body).chat_id === "-100200"
        ? [200, JSON.stringify({ ok: true, result: { message_id: 42 } })]
        : [
            400,
            JSON.stringify({
              ok: false,
              description: "Bad Request: group chat was upgraded",
              parameters: { migrate_to_chat_id: -100200 },
            }),
          ],
  };

let services: Receiver;
let proxy: Awaited<ReturnType<typeof aConnectProxy>>;
let worker: ServerProcess;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tattle-proxy-"));
  const caFile = path.join(folder, "ca.pem");
  await writeFile(caFile, CA_CERTIFICATE);
  services = await aReceiver((response, request) => {
    const host = request.headers.host ?? "";
    const [status, text] = RESPONSES[host]?.(request) ?? [202, "ok"];
    response.writeHead(status).end(text);
  }, SERVICES_TLS);
  proxy = await aConnectProxy(Number(new URL(services.url).port));
  worker = await startWorker({
    OUTBOUND_PROXY: proxy.url,
    NODE_EXTRA_CA_CERTS: caFile,
  });
});
afterAll(async () => {
  await worker.signal("SIGTERM");
  services.close();
  proxy.close();
  await rm(folder, { recursive: true, force: true });
});

const received = (host: string) =>
  services.requests.filter(({ headers }) => headers.host === host).map(({ body }) => JSON.parse(body));

const add = async (caseId: string, kind: string, settings: Record<string, string>) =>
  (await addChannel(caseId, { kind, name: "", settings, route: ALL_ALERTS, isDefault: false }, ACTOR)).id;

test("an incident is opened, acknowledged and resolved at PagerDuty, and posted in Slack, through a proxy, over TLS", async () => {
  const { id: caseId } = await aCase();
  const pager = await add(caseId, "pagerduty", { routing_key: "R".repeat(32), region: "us" });
  await add(caseId, "slack", { url: "https://hooks.slack.com/services/T0/B0/SECRET" });
  const due = new Date("2026-03-10T00:00Z");
  const { token } = await aSnitch({ caseId, name: "Nightly backup", status: "healthy", deadline: due });

  /** What PagerDuty received about the incident. The worker may find the next miss meanwhile, and repeat that something is wrong. */
  const notified = () => new Set(received("events.pagerduty.com").map(({ event_action }) => event_action));

  await sweepDeadlines(new Date(due.getTime() + MINUTE_MS), NEVER_LOST_MS);
  await eventually(() => expect([...notified()]).toEqual(["trigger"]));
  const incident = await db.incident.findFirstOrThrow({ where: { caseId } });
  await acknowledgeIncident(caseId, incident.id, new Date(), ACTOR);
  await eventually(() => expect([...notified()]).toEqual(["trigger", "acknowledge"]));
  await recordCheckIn({ ...PLAIN_CHECK_IN, token, at: new Date() });
  await eventually(() => expect([...notified()]).toEqual(["trigger", "acknowledge", "resolve"]));

  const events = received("events.pagerduty.com");
  expect(new Set(events.map(({ dedup_key }) => dedup_key))).toEqual(new Set([`tattle-${incident.id}`]));
  expect(events[0]).toMatchObject({
    payload: { summary: "Nightly backup is missing", severity: "critical" },
  });
  expect(events.at(-1)).toMatchObject({ event_action: "resolve" });
  await eventually(() =>
    expect(received("hooks.slack.com").map(({ text }) => text)).toEqual(
      expect.arrayContaining(["Nightly backup is missing", "Nightly backup has recovered"]),
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
});

/** A snitch that is due, its alert raised. Returns how to end the incident. */
async function aMiss(caseId: string) {
  const due = new Date("2026-03-10T00:00Z");
  const { id, token } = await aSnitch({ caseId, status: "healthy", deadline: due });
  await sweepDeadlines(new Date(due.getTime() + MINUTE_MS), NEVER_LOST_MS);
  const at = new Date(due.getTime() + DAY_MS / 2);
  return async () => {
    await recordCheckIn({ ...PLAIN_CHECK_IN, token, at });
    // Otherwise the worker finds its next miss.
    await db.snitch.update({ where: { id }, data: { deadline: new Date("2100-01-01") } });
  };
}

/** Lets retries of a channel be due. */
const skipWaits = (channelId: string) =>
  db.delivery.updateMany({ where: { channelId, acceptedAt: null }, data: { dueAt: new Date() } });

test("a message of several requests goes on with the one that failed", async () => {
  const { id: caseId } = await aCase();
  const id = await add(caseId, "discord", { url: "https://discord.com/api/webhooks/1234/SECRET" });
  const end = await aMiss(caseId);
  const ref = () => db.channelRef.findFirst({ where: { channelId: id } });
  await eventually(async () => expect(await ref()).toMatchObject({ ref: "123456789" }));

  await end();
  await eventually(async () =>
    expect(await db.attempt.count({ where: { outcome: "rejected", delivery: { channelId: id } } })).toBe(1),
  );
  await skipWaits(id);

  await eventually(async () =>
    expect(await db.delivery.count({ where: { channelId: id, acceptedAt: null } })).toBe(0),
  );
  const requests = services.requests.filter(({ headers }) => headers.host === "discord.com");
  const isEdit = (path: string) => path.startsWith("/api/webhooks/1234/SECRET/messages/123456789");
  // The first message, its edit once, and the new message twice.
  expect(requests.map(({ path }) => isEdit(path))).toEqual([false, true, false, false]);
});

test("a group of Telegram that has a new number is notified under it, and it is saved", async () => {
  const { id: caseId } = await aCase();
  const settings = { bot_token: "123456:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", chat_id: "-42", thread_id: "" };
  const id = await add(caseId, "telegram", settings);

  const end = await aMiss(caseId);
  await end();

  await eventually(async () =>
    expect(await db.delivery.count({ where: { channelId: id, acceptedAt: null, gaveUpAt: null } })).toBe(0),
  );
  const channel = await findStored(caseId, id);
  expect(channel).toMatchObject({ settings: { ...settings, chat_id: "-100200" }, disabledAt: null });
});

test("webhooks that leave together share tunnels through the proxy", async () => {
  const { id: caseId } = await aCase();
  const due = new Date("2026-03-10T00:00Z");
  const id = await add(caseId, "webhook", { url: "https://events.pagerduty.com/hook" });
  for (let i = 0; i < 40; i += 1) await aSnitch({ caseId, status: "healthy", deadline: due });

  const before = proxy.tunnels.length;
  await sweepDeadlines(new Date(due.getTime() + MINUTE_MS), NEVER_LOST_MS);

  const accepted = () => db.delivery.count({ where: { channelId: id, acceptedAt: { not: null } } });
  await eventually(async () => expect(await accepted()).toBeGreaterThanOrEqual(40));
  const tunnels = proxy.tunnels.slice(before);
  // None is opened while one of the first test is still open.
  expect(tunnels.filter((target) => target !== "events.pagerduty.com:443")).toEqual([]);
  expect(tunnels.length).toBeLessThan((await accepted()) / 2);
});
