import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { STATUS } from "@/lib/outbox/status-url";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { signId } from "@/lib/platform/signed-id";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { ACTOR, aCase } from "@/testing/factories";
import { POST } from "./route";

/** The route behind a server, so that bodies are those of real requests. */
const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
let url = "";

async function serve(incoming: IncomingMessage, outgoing: ServerResponse) {
  const request = new Request(`http://tattle.test${incoming.url}`, {
    method: "POST",
    body: Readable.toWeb(incoming) as ReadableStream,
    duplex: "half",
  } as RequestInit);
  const signedId = incoming.url?.split("/").at(-1) ?? "";
  const response = await POST(request, { params: Promise.resolve({ signedId }) });
  outgoing.writeHead(response.status).end(await response.text());
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/channels/status`;
});
afterAll(() => {
  server.close();
});

const post = (signedId: string, body: string) => fetch(`${url}/${signedId}`, { method: "POST", body });

async function aDelivery(kind = "twilio") {
  const { id: caseId } = await aCase();
  const settings = CHANNEL_EXAMPLES[kind]?.settings ?? {};
  const channel = await addChannel(
    caseId,
    { kind, name: "", settings, route: ALL_ALERTS, isDefault: false },
    ACTOR,
  );
  const { id } = await db.delivery.create({
    data: { channelId: channel.id, event: "test", acceptedAt: new Date() },
  });
  const readProof = async () => (await db.delivery.findUniqueOrThrow({ where: { id } })).proof;
  return { id, signed: signId(id, STATUS), readProof };
}

test("what became of a message is kept: the last word, repeated and in any order", async () => {
  const { signed, readProof } = await aDelivery();
  expect((await post(signed, "MessageStatus=queued&MessageSid=SM0")).status).toBe(204);
  expect(await readProof()).toBe("queued");
  for (const body of ["MessageStatus=undelivered&ErrorCode=30003", "MessageStatus=sent"])
    for (let times = 0; times < 2; times++) expect((await post(signed, body)).status).toBe(204);
  expect(await readProof()).toBe("undelivered 30003");
});

test("said at the same time, the last word is kept, too", async () => {
  const { signed, readProof } = await aDelivery();
  const statuses = ["queued", "sending", "delivered", "sent", "queued", "sent"];
  await Promise.all(statuses.map((status) => post(signed, `MessageStatus=${status}`)));
  expect(await readProof()).toBe("delivered");
});

test("an id that we did not sign does not exist, and changes nothing", async () => {
  const { id, signed, readProof } = await aDelivery();
  const forged = `${signed.slice(0, -4)}${signed.endsWith("AAAA") ? "BBBB" : "AAAA"}`;
  for (const path of [id, forged, signId(newId(), STATUS), signId(id)])
    expect((await post(path, "MessageStatus=delivered")).status).toBe(404);
  expect(await readProof()).toBeNull();
});

test("only text messages have a proof", async () => {
  const { signed, readProof } = await aDelivery("gotify");
  expect((await post(signed, "MessageStatus=delivered")).status).toBe(404);
  expect(await readProof()).toBeNull();
});

test("a status that says nothing about the delivery to the phone is accepted, so that it is not repeated", async () => {
  const { signed, readProof } = await aDelivery();
  for (const body of ["", "MessageStatus=read", "nonsense"])
    expect((await post(signed, body)).status).toBe(204);
  expect(await readProof()).toBeNull();
});

test("a body of more than 16 KiB is refused", async () => {
  const { signed, readProof } = await aDelivery();
  expect((await post(signed, `MessageStatus=delivered&x=${"x".repeat(16_384)}`)).status).toBe(413);
  expect(await readProof()).toBeNull();
});
