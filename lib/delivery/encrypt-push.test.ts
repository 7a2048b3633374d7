import { describe, expect, test } from "vitest";
import { addBrowser } from "@/lib/channels/browsers";
import { vapidKeys } from "@/lib/channels/vapid-keys";
import { readActionToken } from "@/lib/outbox/action-link";
import { db } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { env } from "@/lib/platform/env";
import { anIncident, aSnitch } from "@/testing/factories";
import { aCaseWith, by } from "@/testing/members";
import { aPushService, aSubscription, decryptPush, verifyVapid } from "@/testing/push-service";
import { deliver } from "./deliver";
import { chooseVapidSubject } from "./encrypt-push";

const tuesday = new Date("2026-03-10T00:00Z");

/** A browser that a push service on this machine notifies, and a message about a missing snitch. */
async function aBrowserWithMessage(severity: "critical" | "warning" = "critical") {
  const service = await aPushService();
  const { caseId, ada } = await aCaseWith({ ada: "owner" });
  const { settings, keys } = aSubscription("https://push.example.com/send/abc");
  const { id: channelId } = await addBrowser(caseId, ada, settings, by(ada));
  // Endpoints must be https, and nothing here is trusted by this process.
  const stored = { ...settings, endpoint: `${service.url}/send/abc` };
  await db.channel.update({ where: { id: channelId }, data: { settings: encrypt(JSON.stringify(stored)) } });
  const snitch = await aSnitch({ caseId, name: "Nightly <backup>", status: "failed", severity });
  const incident = await anIncident({ snitch, openedAt: tuesday });
  const change = {
    caseId,
    snitchId: snitch.id,
    incidentId: incident.id,
    from: "healthy",
    at: tuesday,
  } as const;
  const alert = await db.alert.create({ data: { ...change, kind: "missing", to: "failed" } });
  const data = { channelId, incidentId: incident.id, alertId: alert.id };
  const { id } = await db.delivery.create({ data });
  const read = (i: number) =>
    JSON.parse(decryptPush(service.requests[i]?.body ?? Buffer.of(), keys, settings.auth));
  return { service, caseId, ada, channelId, incident, id, read };
}

describe("a message to a browser", () => {
  test("is encrypted for it alone, signed by this installation, and replaces what was not delivered yet", async () => {
    const { service, incident, id, ada, read } = await aBrowserWithMessage();

    await deliver(id);

    const [{ headers, body, path } = { headers: {}, body: Buffer.of(), path: "" }] = service.requests;
    expect(path).toBe("/send/abc");
    expect(headers).toMatchObject({
      "content-encoding": "aes128gcm",
      ttl: "86400",
      urgency: "high",
      topic: incident.id.replaceAll("-", ""),
    });
    expect(body.includes("Nightly")).toBe(false);
    expect(body.length).toBeLessThanOrEqual(4_096);
    expect(read(0)).toMatchObject({
      title: expect.stringContaining("Nightly <backup>"),
      tag: incident.id,
      renotify: true,
    });
    const { url } = read(0);
    const token = url.replace(`${env.APP_URL}/i/`, "");
    expect(readActionToken(token, new Date())).toEqual({ incidentId: incident.id, userId: ada.id });
    const { publicKey } = await vapidKeys();
    expect(verifyVapid(headers.authorization ?? "")).toMatchObject({ key: publicKey, aud: service.url });
    expect(await db.delivery.findUnique({ where: { id } })).toMatchObject({ acceptedAt: expect.any(Date) });
    service.close();
  });

  test("leads to the incident, as before, where the case has turned links off", async () => {
    const { service, incident, id, caseId, read } = await aBrowserWithMessage();
    await db.case.update({ where: { id: caseId }, data: { answerLinks: false } });

    await deliver(id);

    expect(read(0).url).toBe(`${env.APP_URL}/${caseId}/incidents/${incident.id}`);
    service.close();
  });

  test("is encrypted again in each attempt", async () => {
    const { service, id, read } = await aBrowserWithMessage();
    service.status = 500;
    await deliver(id);
    await db.delivery.update({ where: { id }, data: { dueAt: tuesday } });

    await deliver(id);

    const [first, second] = service.requests;
    expect(second?.body.equals(first?.body ?? Buffer.of())).toBe(false);
    expect(read(1)).toEqual(read(0));
    service.close();
  });

  test.each([404, 410])("that gets a %i removes the browser, and emails no one", async (status) => {
    const { service, id, caseId, channelId } = await aBrowserWithMessage();
    service.status = status;

    await deliver(id);

    expect(await db.channel.findUnique({ where: { id: channelId } })).toBeNull();
    expect(await db.email.count({ where: { caseId } })).toBe(0);
    expect(await db.auditEvent.findFirst({ where: { caseId }, orderBy: { id: "desc" } })).toMatchObject({
      action: "channel.removed",
      actorName: "Tattle",
    });
    service.close();
  });

  test("that gets a 403 switches the browser off, with a reason", async () => {
    const { service, id, channelId } = await aBrowserWithMessage();
    service.status = 403;

    await deliver(id);

    expect(await db.channel.findUnique({ where: { id: channelId } })).toMatchObject({
      disabledAt: expect.any(Date),
      disabledReason: expect.stringContaining("Turn notifications on again"),
    });
    service.close();
  });

  test("is not sent to a private address", async () => {
    const { service, id } = await aBrowserWithMessage();
    env.ALLOW_PRIVATE_TARGETS = false;
    await deliver(id);
    env.ALLOW_PRIVATE_TARGETS = true;

    expect(service.requests).toEqual([]);
    expect(await db.attempt.findFirst({ where: { deliveryId: id } })).toMatchObject({
      outcome: "private_address",
    });
    service.close();
  });
});

test.each([
  ["https://tattle.example.com", "Tattle <tattle@example.com>", "https://tattle.example.com"],
  ["http://localhost:3000", "Tattle <ops@example.com>", "mailto:ops@example.com"],
  ["http://localhost:3000", "ops@example.com", "mailto:ops@example.com"],
])("an installation at %s with mail from %s responds for itself at %s", (appUrl, mailFrom, subject) => {
  expect(chooseVapidSubject(appUrl, mailFrom)).toBe(subject);
});
