import { expect, test } from "vitest";
import { describeRequest } from "@/lib/channels/sent-request";
import { exportCase } from "@/lib/configuration/export-case";
import { deliver } from "@/lib/delivery/deliver";
import { previewBody } from "@/lib/delivery/preview-body";
import { db } from "@/lib/platform/db";
import { aSnitch } from "@/testing/factories";
import { aReceiver } from "@/testing/receiver";
import { aClient, readResponse, send } from "@/testing/requests";

const SECRET = "s3cret-0123456789";
const HEADERS = `Authorization: Bearer ${SECRET}\nX-Key: ${SECRET}-key`;
const BODY = '{"text": "{{data.snitch.name}} is {{data.snitch.status}}"}';

const call = (key: string, method: string, path: string, body?: unknown) =>
  readResponse(send(method, path, { key, ...(body !== undefined && { body }) }));

async function aChannel(url = "https://hooks.example.com/in") {
  const { key, theCase } = await aClient();
  const settings = { url, headers: HEADERS, body: BODY };
  const { status, body: channel } = await call(key, "POST", "/v1/channels", { kind: "webhook", settings });
  expect(status).toBe(200);
  const { id } = channel as { id: string };
  return { key, caseId: theCase.id, id, channel, path: `/v1/channels/${id}` };
}

test("the headers of a webhook are written and never read back, by the API, a file or the audit log", async () => {
  const { key, caseId, id, channel, path } = await aChannel();
  expect(channel).toMatchObject({ settings: { url: "https://hooks.example.com/in", body: BODY } });
  const changed = await call(key, "PATCH", path, { settings: { headers: `X-Other: ${SECRET}` } });
  expect(changed.status).toBe(200);
  const listed = await call(key, "GET", "/v1/channels");
  const file = await exportCase(caseId, "json");
  const audit = await db.auditEvent.findMany({ where: { caseId } });
  const row = await db.channel.findUnique({ where: { id } });
  expect(JSON.stringify([channel, changed, listed, file, audit, row])).not.toContain("s3cret");
  expect(JSON.parse(file).channels).toMatchObject([
    { settings: { headers: { env: expect.stringMatching(/_HEADERS$/) }, body: BODY } },
  ]);
  expect(JSON.stringify(audit.at(-1)?.facts)).toContain('"headers":{"to":"(another secret)"');
});

test("a webhook that has nothing of this is stored and shown as before", async () => {
  const { key } = await aClient();
  const settings = { url: "https://hooks.example.com/in" };
  const { body } = await call(key, "POST", "/v1/channels", { kind: "webhook", settings });
  const { id, settings: shown } = body as { id: string; settings: object };
  expect(shown).toEqual(settings);
  expect(await db.channel.findUnique({ where: { id } })).toMatchObject({ settings: null, budget: null });
});

test("another URL asks for the headers again, also at the same host", async () => {
  const { key, path } = await aChannel();
  const url = "https://hooks.example.com/of-somebody-else";
  const refused = await call(key, "PATCH", path, { settings: { url } });
  expect(refused).toMatchObject({ status: 422, body: { validations: [{ attribute: "settings.headers" }] } });
  const accepted = await call(key, "PATCH", path, { settings: { url, headers: "X-A: 1" } });
  expect(accepted).toMatchObject({ status: 200, body: { settings: { url } } });
});

test("the request has the headers and the body, signed; a receiver that repeats the headers reveals none", async () => {
  const receiver = await aReceiver((response, { headers }) =>
    response.writeHead(200).end(JSON.stringify({ headers, token: SECRET })),
  );
  const { id } = await aChannel(receiver.url);
  const { id: deliveryId } = await db.delivery.create({ data: { channelId: id, event: "test" } });
  await deliver(deliveryId);
  receiver.close();

  const [request] = receiver.requests;
  expect(request?.headers).toMatchObject({
    authorization: `Bearer ${SECRET}`,
    "x-key": `${SECRET}-key`,
    "webhook-id": deliveryId,
    "webhook-signature": expect.stringMatching(/^v1,/),
  });
  expect(JSON.parse(request?.body ?? "")).toEqual({ text: "Test event from Tattle is healthy" });
  const [attempt] = await db.attempt.findMany({ where: { deliveryId } });
  expect(attempt?.outcome).toBe("accepted");
  expect(attempt?.response).not.toContain("s3cret");
});

test("a delivery shows names of headers to those who manage channels, and the event alone to others", () => {
  const event = JSON.stringify({
    type: "snitch.missing",
    data: { snitch: { name: "a", status: "missing" } },
  });
  const settings = { url: "https://a.example/", headers: HEADERS, body: BODY };
  expect(describeRequest(event, settings, true)).toEqual({
    headers: ["Content-Type: application/json", "Authorization: •••", "X-Key: •••"],
    body: '{"text": "a is missing"}',
    isEvent: false,
  });
  expect(describeRequest(event, settings, false)).toMatchObject({ body: event, isEvent: true });
  expect(describeRequest(event, { url: settings.url }, false)).toEqual({
    headers: ["Content-Type: application/json"],
    body: event,
    isEvent: false,
  });
});

test("a preview is of the latest alert of the case, and of no other case", async () => {
  const { theCase } = await aClient();
  const preview = (body: string) => previewBody(theCase.id, { headers: "", body });
  expect(JSON.parse(await preview(BODY))).toEqual({ text: "Test event from Tattle is healthy" });
  const at = new Date("2026-03-10T00:00Z");
  for (const caseId of [theCase.id, (await aClient()).theCase.id]) {
    const snitch = await aSnitch({
      caseId,
      status: "failed",
      name: caseId === theCase.id ? 'Say "hi"' : "Other",
    });
    await db.alert.create({
      data: { caseId, snitchId: snitch.id, kind: "missing", from: "healthy", to: "failed", at },
    });
  }
  expect(JSON.parse(await preview(BODY))).toEqual({ text: 'Say "hi" is missing' });
  expect(JSON.parse(await preview(""))).toMatchObject({ type: "snitch.missing" });
  expect(await preview("{{x")).toMatch(/^Body must have two braces/);
});
