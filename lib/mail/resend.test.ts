import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { openEmailQueue } from "@/lib/emails/queue";
import { sendEmails } from "@/lib/emails/send";
import { db, transaction } from "@/lib/platform/db";
import { aResend, type Mishap } from "@/lib/testing/fake-resend";
import type { EmailProvider } from "./mail";
import { resendProvider } from "./resend";

const earlier = new Date("2026-03-10T00:00Z");

let resend: Awaited<ReturnType<typeof aResend>>;
let settings: Parameters<typeof resendProvider>[0];
let provider: EmailProvider;

beforeAll(async () => {
  resend = await aResend();
  const from = "Tattle <tattle@example.com>";
  settings = { key: "re_test", baseUrl: resend.url, from, timeoutMs: 300 };
  provider = resendProvider({ ...settings, gapMs: 0 });
});
afterAll(() => resend.close());
beforeEach(async () => {
  await db.email.deleteMany();
  for (const seen of [resend.sent, resend.requests, resend.mishaps]) seen.length = 0;
});

async function owe(...addresses: string[]): Promise<string[]> {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const facts = { url: "https://tattle.test/sign-in?token=s3cret", expiresAt };
  const letters = addresses.map((address) => ({ kind: "magic_link", address, facts }) as const);
  return (await transaction((sql) => enqueueEmails(sql, letters))).emails;
}

const standing = (ids: string[]) =>
  db.email.findMany({
    where: { id: { in: ids } },
    orderBy: { address: "asc" },
    include: { history: { orderBy: { id: "asc" } } },
  });
const untilDue = (ids: string[]) =>
  db.email.updateMany({ where: { id: { in: ids } }, data: { dueAt: earlier } });
const people = () => resend.sent.map(({ to }) => to).toSorted();

test("what is owed at the same time goes in one request, and nothing is kept of it", async () => {
  const ids = await owe("ada@example.com", "bob@example.com");

  await sendEmails(ids, provider);

  expect(resend.requests).toMatchObject([{ count: 2, key: expect.stringMatching(/^[\da-f-]{36}$/) }]);
  expect(people()).toEqual(["ada@example.com", "bob@example.com"]);
  expect(resend.sent[0]).toMatchObject({
    subject: "Your link to sign in",
    html: expect.stringContaining("s3cret"),
    text: expect.stringContaining("s3cret"),
    headers: { "X-Entity-Ref-ID": expect.toBeOneOf(ids) },
  });
  expect(await standing(ids)).toMatchObject([
    { sentAt: expect.any(Date), batchId: null, facts: null, history: [{ outcome: "accepted" }] },
    { sentAt: expect.any(Date), batchId: null, facts: null, history: [{ outcome: "accepted" }] },
  ]);
  expect(await db.emailBatch.count()).toBe(0);
});

test("an address that is refused is shown on its notice, and takes no other with it", async () => {
  const ids = await owe("ada@example.com", "bounce@example.com", "cleo@example.com");

  await sendEmails(ids, provider);

  expect(people()).toEqual(["ada@example.com", "cleo@example.com"]);
  expect(await standing(ids)).toMatchObject([
    { sentAt: expect.any(Date) },
    {
      sentAt: null,
      gaveUpAt: expect.any(Date),
      history: [{ outcome: "rejected", status: 422, answer: "Invalid `to`: bounce@example.com" }],
    },
    { sentAt: expect.any(Date) },
  ]);
});

test("a mail for which Resend refuses the whole request keeps none of the others", async () => {
  const others = Array.from({ length: 9 }, (_, i) => `person-${i}@example.com`);
  const ids = await owe(...others.slice(0, 5), "poison@example.com", ...others.slice(5));

  await sendEmails(ids, provider);

  expect(people()).toEqual(others);
  const rows = await standing(ids);
  expect(rows.filter(({ sentAt }) => sentAt)).toHaveLength(9);
  expect(rows.find(({ sentAt }) => !sentAt)).toMatchObject({
    address: "poison@example.com",
    gaveUpAt: null,
    history: [{ outcome: "rejected", status: 422, answer: "validation_error: Invalid `to` field." }],
  });
  expect(await db.emailBatch.count()).toBe(0);
});

test("what is interrupted while a bad mail is looked for goes on under the same keys", async () => {
  const addresses = ["ada@example.com", "bob@example.com", "cleo@example.com", "poison@example.com"];
  const mails = addresses.map((to) => ({ id: to, to, subject: "Missing: Backup", html: "", text: "" }));
  // The whole is refused all the same, and its first half is taken.
  resend.mishaps.push({ kind: "broken", when: "after" }, { kind: "broken", when: "after" });

  const [first, second] = [await provider.send("key", mails), await provider.send("key", mails)];

  expect(first.kind).toBe("unknown");
  expect(second).toMatchObject({
    kind: "answered",
    answers: [...[1, 2, 3].map(() => ({ kind: "accepted" })), { kind: "rejected" }],
  });
  expect(people()).toEqual(addresses.slice(0, 3));
});

test("what is wrong about the sender may be right later, and gives no mail up", async () => {
  const ids = await owe("unproved@example.com");

  await sendEmails(ids, provider);

  expect(await standing(ids)).toMatchObject([
    { sentAt: null, gaveUpAt: null, attempts: 1, history: [{ outcome: "rejected", status: 422 }] },
  ]);
});

test("told to slow down, it waits as long as it is told, and no try is counted", async () => {
  const ids = await owe("ada@example.com");
  resend.mishaps.push({ kind: "busy", retryAfter: 7 });

  expect(await sendEmails(ids, provider)).toBe(7_000);

  const [email] = await standing(ids);
  expect(email).toMatchObject({ attempts: 0, sentAt: null, gaveUpAt: null, history: [] });
  expect(email?.dueAt.getTime()).toBeGreaterThan(Date.now() + 6_000);
  await untilDue(ids);
  await sendEmails(ids, provider);
  expect(people()).toEqual(["ada@example.com"]);
});

test("told to come back in years, it asks again in a minute", async () => {
  const ids = await owe("ada@example.com");
  resend.mishaps.push({ kind: "busy", retryAfter: 1_800_000_000 });

  expect(await sendEmails(ids, provider)).toBe(60_000);

  expect((await standing(ids))[0]?.dueAt.getTime()).toBeLessThan(Date.now() + 61_000);
  await untilDue(ids);
  await sendEmails(ids, provider);
  expect(people()).toEqual(["ada@example.com"]);
});

test.each<[string, Mishap, object]>([
  ["fails after it took them", { kind: "broken", when: "after" }, { outcome: "rejected", status: 500 }],
  ["fails before it took them", { kind: "broken", when: "before" }, { outcome: "rejected", status: 500 }],
  ["took them and does not answer", { kind: "silent", when: "after", forMs: 600 }, { outcome: "timeout" }],
  ["does not answer", { kind: "silent", when: "before", forMs: 600 }, { outcome: "timeout" }],
  ["is still busy with the first request", { kind: "concurrent" }, { outcome: "rejected", status: 409 }],
])("when Resend %s, each person gets one mail in the end", async (_, mishap, seen) => {
  const ids = await owe("ada@example.com", "bob@example.com");
  resend.mishaps.push(mishap);
  await sendEmails(ids, provider);
  expect((await standing(ids)).map(({ history }) => history)).toMatchObject([[seen], [seen]]);

  // Another is owed by now, and only one of the two is rung for: they go together again, as they were.
  const others = await owe("cleo@example.com");
  await untilDue(ids);
  await sendEmails([...ids.slice(0, 1), ...others], provider);

  expect(people()).toEqual(["ada@example.com", "bob@example.com", "cleo@example.com"]);
  expect((await standing([...ids, ...others])).map(({ sentAt }) => sentAt)).not.toContain(null);
  const [first, second] = resend.requests;
  expect(second?.key).toBe(first?.key);
  expect(await db.emailBatch.count()).toBe(0);
});

test("told to slow down between two tries, a batch stays what it was", async () => {
  const ids = await owe("ada@example.com", "bob@example.com");
  resend.mishaps.push({ kind: "broken", when: "after" }, { kind: "busy", retryAfter: 1 });
  for (const _ of [1, 2, 3]) {
    await sendEmails(ids, provider);
    await untilDue(ids);
  }

  expect(new Set(resend.requests.map(({ key }) => key)).size).toBe(1);
  expect(people()).toEqual(["ada@example.com", "bob@example.com"]);
});

test("of mails that were given up together nothing is kept", async () => {
  const ids = await owe("ada@example.com", "bob@example.com");
  await db.email.updateMany({ where: { id: { in: ids } }, data: { attempts: 11 } });
  resend.mishaps.push({ kind: "broken", when: "before" });

  await sendEmails(ids, provider);

  const givenUp = { gaveUpAt: expect.any(Date), facts: null, batchId: null };
  expect(await standing(ids)).toMatchObject([givenUp, givenUp]);
  expect(await db.emailBatch.count()).toBe(0);
});

test("a batch whose key has served for other mails goes under a new one", async () => {
  const ids = await owe("ada@example.com");
  resend.mishaps.push({ kind: "broken", when: "after" });
  await sendEmails(ids, provider);
  const mails = [{ id: ids[0] ?? "", to: "ada@example.com", subject: "Other", html: "", text: "" }];
  await db.emailBatch.updateMany({ data: { mails } });

  for (const _ of [1, 2]) {
    await untilDue(ids);
    await sendEmails(ids, provider);
  }

  expect(await standing(ids)).toMatchObject([
    { sentAt: expect.any(Date), history: [{ status: 500 }, { status: 409 }, { outcome: "accepted" }] },
  ]);
});

test("a quota that is used up counts as a try: it may take a day", async () => {
  const ids = await owe("ada@example.com");
  resend.mishaps.push({ kind: "quota" });

  expect(await sendEmails(ids, provider)).toBe(0);

  expect(await standing(ids)).toMatchObject([
    { attempts: 1, history: [{ outcome: "rejected", status: 429 }] },
  ]);
});

test("a worker that dies between writing a batch down and sending it loses nobody", async () => {
  const ids = await owe("ada@example.com", "bob@example.com");
  const dies: EmailProvider = { ...provider, send: () => Promise.reject(new Error("killed")) };
  await expect(sendEmails(ids, dies)).rejects.toThrow("killed");
  await untilDue(ids);

  await sendEmails(ids, provider);

  expect(people()).toEqual(["ada@example.com", "bob@example.com"]);
});

test("two workers with the same notices send each once", async () => {
  const ids = await owe(...Array.from({ length: 20 }, (_, i) => `person-${i}@example.com`));

  await Promise.all([sendEmails(ids, provider), sendEmails(ids, provider), sendEmails(ids, provider)]);

  expect(new Set(people()).size).toBe(20);
  expect(people()).toHaveLength(20);
});

test("requests keep their distance, and take along what came meanwhile", async () => {
  const faults: unknown[] = [];
  const line = openEmailQueue(resendProvider({ ...settings, timeoutMs: 5_000 }), (fault) =>
    faults.push(fault),
  );
  const [first = ""] = await owe("first@example.com");
  line.add(first);
  const rest = await owe(...Array.from({ length: 150 }, (_, i) => `person-${i}@example.com`));
  for (const id of rest) line.add(id);

  await expect.poll(() => resend.sent.length, { timeout: 10_000 }).toBe(151);
  await line.close();

  expect(faults).toEqual([]);
  expect(resend.requests.map(({ count }) => count)).toEqual([1, 100, 50]);
  const gaps = resend.requests.slice(1).map(({ at }, i) => at - (resend.requests[i]?.at ?? 0));
  // Sent every half second, give or take what a request takes to arrive.
  expect(Math.min(...gaps)).toBeGreaterThan(400);
});
