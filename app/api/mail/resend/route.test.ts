import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { Webhook as Signer } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/new-id";
import { MINUTE_MS } from "@/lib/rules/durations";
import { aCase, aMember } from "@/testing/factories";
import { POST } from "./route";

const SECRET = `whsec_${Buffer.from("a secret that only Resend knows").toString("base64")}`;
const OTHER_SECRET = `whsec_${Buffer.from("another secret of another party").toString("base64")}`;

/** The route behind a server, so that headers and bodies are those of real requests. */
const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
let url = "";

async function serve(incoming: IncomingMessage, outgoing: ServerResponse) {
  const request = new Request(`http://tattle.test${incoming.url}`, {
    method: "POST",
    headers: Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const),
    body: Readable.toWeb(incoming) as ReadableStream,
    duplex: "half",
  } as RequestInit);
  const response = await POST(request);
  outgoing.writeHead(response.status).end(await response.text());
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mail/resend`;
});
afterAll(() => {
  server.close();
  env.RESEND_WEBHOOK_SECRET = undefined;
});
beforeEach(() => {
  env.RESEND_WEBHOOK_SECRET = SECRET;
});

const buildEvent = (type: string, address: string, at = new Date()) =>
  JSON.stringify({
    type,
    created_at: at.toISOString(),
    data: {
      email_id: newId(),
      created_at: at.toISOString(),
      from: "Tattle <tattle@example.com>",
      to: [address],
      subject: "▲ Missing: Backup",
      ...(type === "email.bounced" && {
        bounce: { type: "Permanent", subType: "General", message: "550 5.1.1 No such user" },
      }),
    },
  });

type Signing = { secret?: string; signedAt?: Date; prefix?: string; headers?: Record<string, string> };

function post(
  body: string,
  { secret = SECRET, signedAt = new Date(), prefix = "svix", headers }: Signing = {},
) {
  const id = `msg_${newId()}`;
  const signed = {
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: String(Math.floor(signedAt.getTime() / 1_000)),
    [`${prefix}-signature`]: new Signer(secret).sign(id, signedAt, body),
  };
  return fetch(url, { method: "POST", body, headers: headers ?? { ...signed } });
}

async function aPerson() {
  const { id: caseId } = await aCase();
  const { email } = await aMember({ caseId });
  const findMark = async () => (await db.addressMark.findFirst({ where: { caseId } }))?.mark ?? null;
  return { email, findMark };
}

test.each(["svix", "webhook"])("an event with the headers of %s is recorded", async (prefix) => {
  const { email, findMark } = await aPerson();
  const response = await post(buildEvent("email.bounced", email), { prefix });
  expect(response.status).toBe(200);
  expect(await findMark()).toBe("bounced");
});

test("without a secret the path does not exist", async () => {
  env.RESEND_WEBHOOK_SECRET = undefined;
  const { email, findMark } = await aPerson();
  expect((await post(buildEvent("email.bounced", email))).status).toBe(404);
  expect(await findMark()).toBeNull();
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);

test.each<[string, Signing]>([
  ["another secret", { secret: OTHER_SECRET }],
  ["no headers", { headers: {} }],
  ["a time of six minutes ago", { signedAt: minutesAgo(6) }],
  ["a time in six minutes", { signedAt: minutesAgo(-6) }],
  [
    "a signature that is no signature",
    { headers: { "svix-id": "1", "svix-timestamp": "1", "svix-signature": "v1" } },
  ],
  [
    "a time that is no time",
    { headers: { "svix-id": "1", "svix-timestamp": "now", "svix-signature": "v1,AAAA" } },
  ],
])("an event with %s is refused, and changes nothing", async (_, signing) => {
  const { email, findMark } = await aPerson();
  expect((await post(buildEvent("email.bounced", email), signing)).status).toBe(401);
  expect(await findMark()).toBeNull();
});

test("a body that was changed on the way is refused", async () => {
  const [one, other] = [await aPerson(), await aPerson()];
  const id = "msg_1";
  const at = new Date();
  const signature = new Signer(SECRET).sign(id, at, buildEvent("email.bounced", one.email));
  const headers = {
    "svix-id": id,
    "svix-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "svix-signature": `v1,AAAA ${signature}`,
  };
  expect((await post(buildEvent("email.bounced", other.email), { headers })).status).toBe(401);
  expect(await other.findMark()).toBeNull();
});

test("during a change of the secret one of several signatures is enough", async () => {
  const { email, findMark } = await aPerson();
  const body = buildEvent("email.complained", email);
  const at = new Date();
  const sign = (secret: string) => new Signer(secret).sign("msg_1", at, body);
  const headers = {
    "svix-id": "msg_1",
    "svix-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "svix-signature": `${sign(OTHER_SECRET)} ${sign(SECRET)}`,
  };
  expect((await post(body, { headers })).status).toBe(200);
  expect(await findMark()).toBe("complained");
});

test.each(["", "nonsense", "[]", '{"type":"email.bounced"}'])(
  "the signed body %j is malformed",
  async (body) => {
    expect((await post(body)).status).toBe(400);
  },
);

test("a huge body is refused unread", async () => {
  const { email, findMark } = await aPerson();
  const body = `${buildEvent("email.bounced", email)}${" ".repeat(2_000_000)}`;
  expect((await post(body)).status).toBe(413);
  expect(await findMark()).toBeNull();
});

test("events that say nothing about an address, and those of strangers, are accepted, so that they are not repeated", async () => {
  const { email, findMark } = await aPerson();
  expect((await post(buildEvent("email.opened", email))).status).toBe(200);
  expect((await post(buildEvent("domain.updated", email))).status).toBe(200);
  expect((await post(buildEvent("email.bounced", "stranger@elsewhere.test"))).status).toBe(200);
  expect(await findMark()).toBeNull();
  expect(await db.addressMark.count({ where: { address: "stranger@elsewhere.test" } })).toBe(0);
});

test("repeated and out of order, the latest event counts", async () => {
  const { email, findMark } = await aPerson();
  const bounced = buildEvent("email.bounced", email, minutesAgo(3));
  const delivered = buildEvent("email.delivered", email, minutesAgo(2));
  for (const body of [bounced, bounced, delivered, bounced, delivered]) await post(body);
  expect(await findMark()).toBeNull();
  await post(buildEvent("email.bounced", email, minutesAgo(1)));
  await post(delivered);
  expect(await findMark()).toBe("bounced");
});
