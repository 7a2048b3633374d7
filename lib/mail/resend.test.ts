import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildHeaders } from "@/lib/emails/headers";
import { openEmailQueue } from "@/lib/emails/queue";
import { unsubscribeHeaders } from "@/lib/emails/recipients/link";
import { sendEmails } from "@/lib/emails/send";
import { db, transaction } from "@/lib/platform/db";
import { eventually } from "@/testing/eventually";
import { aResend, type ResendFailure } from "@/testing/fake-resend";
import { enqueueMagicLinks } from "@/testing/magic-links";
import type { EmailProvider } from "./mail";
import { resendProvider } from "./resend";

const earlier = new Date("2026-03-10T00:00Z");

let resend: Awaited<ReturnType<typeof aResend>>;
let settings: Parameters<typeof resendProvider>[0];
let provider: EmailProvider;

beforeAll(async () => {
  resend = await aResend();
  const from = "Tattle <tattle@example.com>";
  settings = { apiKey: "re_test", baseUrl: resend.url, from, timeoutMs: 60_000 };
  provider = resendProvider({ ...settings, gapMs: 0 });
});
afterAll(() => resend.close());
beforeEach(async () => {
  await db.email.deleteMany();
  for (const recorded of [resend.sent, resend.requests, resend.failures]) recorded.length = 0;
});

const findEmails = (ids: string[]) =>
  db.email.findMany({
    where: { id: { in: ids } },
    orderBy: { address: "asc" },
    include: { history: { orderBy: { id: "asc" } } },
  });
const makeDue = (ids: string[]) =>
  db.email.updateMany({ where: { id: { in: ids } }, data: { dueAt: earlier } });
const recipients = () => resend.sent.map(({ to }) => to).toSorted();

test("emails that are due together are sent in one request, and neither links nor batch are kept", async () => {
  const ids = await enqueueMagicLinks("ada@example.com", "bob@example.com");

  await sendEmails(ids, provider);

  expect(resend.requests).toMatchObject([{ count: 2, key: expect.stringMatching(/^[\da-f-]{36}$/) }]);
  expect(recipients()).toEqual(["ada@example.com", "bob@example.com"]);
  expect(resend.sent[0]).toMatchObject({
    subject: "Your sign-in link",
    html: expect.stringContaining("s3cret"),
    text: expect.stringContaining("s3cret"),
    headers: { "X-Entity-Ref-ID": expect.toBeOneOf(ids), "Auto-Submitted": "auto-generated" },
  });
  expect(await findEmails(ids)).toMatchObject([
    { sentAt: expect.any(Date), batchId: null, facts: null, history: [{ outcome: "accepted" }] },
    { sentAt: expect.any(Date), batchId: null, facts: null, history: [{ outcome: "accepted" }] },
  ]);
  expect(await db.emailBatch.count()).toBe(0);
});

test("the headers to unsubscribe are sent besides ours", async () => {
  const headers = unsubscribeHeaders("01a1fb83-af36-4345-9db8-85689f84cc20");
  const message = {
    id: "1",
    to: "ops@example.com",
    subject: "Missing",
    html: "<p>Missing</p>",
    text: "Missing",
  };

  await provider.send("unsubscribe", [
    { ...message, headers },
    { ...message, id: "2" },
  ]);

  expect(resend.sent.map((sent) => sent.headers)).toEqual([
    { "X-Entity-Ref-ID": "1", ...headers },
    { "X-Entity-Ref-ID": "2" },
  ]);
});

test("an email of an incident is sent with its thread, and no id of its own keeps it out of that", async () => {
  const incidentId = "01a1fb83-af36-4345-9db8-85689f84cc20";
  const headers = buildHeaders({ caseId: null, incidentId, outsiderId: null });

  await provider.send("thread", [
    { id: "1", to: "ops@example.com", subject: "Missing", html: "<p>Missing</p>", text: "Missing", headers },
  ]);

  expect(resend.sent.map((sent) => sent.headers)).toEqual([
    {
      "Auto-Submitted": "auto-generated",
      "In-Reply-To": `<${incidentId}@localhost>`,
      References: `<${incidentId}@localhost>`,
      "X-Entity-Ref-ID": incidentId,
    },
  ]);
});

test("a rejected address is recorded on its email, and the others are sent", async () => {
  const ids = await enqueueMagicLinks("ada@example.com", "bounce@example.com", "cleo@example.com");

  await sendEmails(ids, provider);

  expect(recipients()).toEqual(["ada@example.com", "cleo@example.com"]);
  expect(await findEmails(ids)).toMatchObject([
    { sentAt: expect.any(Date) },
    {
      sentAt: null,
      gaveUpAt: expect.any(Date),
      history: [{ outcome: "rejected", status: 422, response: "Invalid `to`: bounce@example.com" }],
    },
    { sentAt: expect.any(Date) },
  ]);
});

test("an email of a batch that is locked while the others are retried is not sent twice", async () => {
  const ids = await enqueueMagicLinks("ada@example.com", "bob@example.com");
  resend.failures.push({ kind: "broken", when: "after" });
  await sendEmails(ids, provider);
  await makeDue(ids);

  await transaction(async (sql) => {
    await sql("SELECT FROM emails WHERE id = $1 FOR UPDATE", [ids[1]]);
    await sendEmails(ids, provider);
  });
  await makeDue(ids);
  await sendEmails(ids, provider);

  expect(recipients()).toEqual(["ada@example.com", "bob@example.com"]);
  expect(await findEmails(ids)).toMatchObject([
    { sentAt: expect.any(Date), batchId: null },
    { sentAt: expect.any(Date), batchId: null },
  ]);
  expect(await db.emailBatch.count()).toBe(0);
});

test("an email that another worker sends after a lease expired is not sent again in a new batch", async () => {
  const ids = await enqueueMagicLinks("ada@example.com");

  const sending = await transaction(async (sql) => {
    await sql("LOCK TABLE email_batches IN SHARE ROW EXCLUSIVE MODE");
    const sending = sendEmails(ids, provider);
    await eventually(async () => {
      const blocked = "SELECT FROM pg_locks WHERE relation = 'email_batches'::regclass AND NOT granted";
      expect(await sql(blocked)).toHaveLength(1);
    });
    await db.email.updateMany({ data: { sentAt: new Date() } });
    return { finished: sending };
  });
  await sending.finished;

  expect(resend.sent).toEqual([]);
  expect(await db.emailBatch.count()).toBe(0);
});

test("if Resend rejects a whole request because of one email, all others are sent", async () => {
  const others = Array.from({ length: 9 }, (_, i) => `person-${i}@example.com`);
  const ids = await enqueueMagicLinks(...others.slice(0, 5), "poison@example.com", ...others.slice(5));

  await sendEmails(ids, provider);

  expect(recipients()).toEqual(others);
  const rows = await findEmails(ids);
  expect(rows.filter(({ sentAt }) => sentAt)).toHaveLength(9);
  expect(rows.find(({ sentAt }) => !sentAt)).toMatchObject({
    address: "poison@example.com",
    gaveUpAt: null,
    history: [{ outcome: "rejected", status: 422, response: "validation_error: Invalid `to` field." }],
  });
  expect(await db.emailBatch.count()).toBe(0);
});

test("an interrupted search for a bad email continues with the same keys", async () => {
  const addresses = ["ada@example.com", "bob@example.com", "cleo@example.com", "poison@example.com"];
  const messages = addresses.map((to) => ({ id: to, to, subject: "Missing: Backup", html: "", text: "" }));
  // The whole batch is always rejected; the first half is accepted, but its response is lost.
  resend.failures.push({ kind: "broken", when: "after" }, { kind: "broken", when: "after" });

  const [first, second] = [await provider.send("key", messages), await provider.send("key", messages)];

  expect(first.kind).toBe("unknown");
  expect(second).toMatchObject({
    kind: "completed",
    results: [...[1, 2, 3].map(() => ({ kind: "accepted" })), { kind: "rejected" }],
  });
  expect(recipients()).toEqual(addresses.slice(0, 3));
});

test("an error about the sender may be corrected later, so no email is given up", async () => {
  const ids = await enqueueMagicLinks("unproved@example.com");

  await sendEmails(ids, provider);

  expect(await findEmails(ids)).toMatchObject([
    { sentAt: null, gaveUpAt: null, attempts: 1, history: [{ outcome: "rejected", status: 422 }] },
  ]);
});

test("when Resend asks to wait, no attempt is counted and the email is due after that wait", async () => {
  const ids = await enqueueMagicLinks("ada@example.com");
  resend.failures.push({ kind: "busy", retryAfter: 7 });

  const before = Date.now();
  expect(await sendEmails(ids, provider)).toBe(7_000);

  const [email] = await findEmails(ids);
  expect(email).toMatchObject({ attempts: 0, sentAt: null, gaveUpAt: null, history: [] });
  expect(email?.dueAt.getTime()).toBeGreaterThanOrEqual(before + 7_000);
  await makeDue(ids);
  await sendEmails(ids, provider);
  expect(recipients()).toEqual(["ada@example.com"]);
});

test("when Resend asks to wait for years, the email is due again in a minute", async () => {
  const ids = await enqueueMagicLinks("ada@example.com");
  resend.failures.push({ kind: "busy", retryAfter: 1_800_000_000 });

  expect(await sendEmails(ids, provider)).toBe(60_000);

  expect((await findEmails(ids))[0]?.dueAt.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
  await makeDue(ids);
  await sendEmails(ids, provider);
  expect(recipients()).toEqual(["ada@example.com"]);
});

test.each<[string, ResendFailure, object]>([
  ["fails after it accepted them", { kind: "broken", when: "after" }, { outcome: "rejected", status: 500 }],
  ["fails before it accepted them", { kind: "broken", when: "before" }, { outcome: "rejected", status: 500 }],
  [
    "accepts them and does not respond",
    { kind: "silent", when: "after", forMs: 3_000 },
    { outcome: "timeout" },
  ],
  ["does not respond", { kind: "silent", when: "before", forMs: 3_000 }, { outcome: "timeout" }],
  ["is still processing the first request", { kind: "concurrent" }, { outcome: "rejected", status: 409 }],
])("when Resend %s, each recipient gets one email in the end", async (_, mishap, result) => {
  const ids = await enqueueMagicLinks("ada@example.com", "bob@example.com");
  resend.failures.push(mishap);
  await sendEmails(ids, resendProvider({ ...settings, gapMs: 0, timeoutMs: 1_000 }));
  expect((await findEmails(ids)).map(({ history }) => history)).toMatchObject([[result], [result]]);

  // Another email is pending, and only one of the two is passed: both are sent together again, with the same content.
  const others = await enqueueMagicLinks("cleo@example.com");
  await makeDue(ids);
  await sendEmails([...ids.slice(0, 1), ...others], provider);

  expect(recipients()).toEqual(["ada@example.com", "bob@example.com", "cleo@example.com"]);
  expect((await findEmails([...ids, ...others])).map(({ sentAt }) => sentAt)).not.toContain(null);
  const [first, second] = resend.requests;
  expect(second?.key).toBe(first?.key);
  expect(await db.emailBatch.count()).toBe(0);
});

test("a batch keeps its key and content if Resend asks to wait between two attempts", async () => {
  const ids = await enqueueMagicLinks("ada@example.com", "bob@example.com");
  resend.failures.push({ kind: "broken", when: "after" }, { kind: "busy", retryAfter: 1 });
  for (const _ of [1, 2, 3]) {
    await sendEmails(ids, provider);
    await makeDue(ids);
  }

  expect(new Set(resend.requests.map(({ key }) => key)).size).toBe(1);
  expect(recipients()).toEqual(["ada@example.com", "bob@example.com"]);
});

test("when a batch is given up, neither links nor batch are kept", async () => {
  const ids = await enqueueMagicLinks("ada@example.com", "bob@example.com");
  await db.email.updateMany({ where: { id: { in: ids } }, data: { attempts: 11 } });
  resend.failures.push({ kind: "broken", when: "before" });

  await sendEmails(ids, provider);

  const givenUp = { gaveUpAt: expect.any(Date), facts: null, batchId: null };
  expect(await findEmails(ids)).toMatchObject([givenUp, givenUp]);
  expect(await db.emailBatch.count()).toBe(0);
});

test("a batch whose key was used for other emails is sent with a new key", async () => {
  const ids = await enqueueMagicLinks("ada@example.com");
  resend.failures.push({ kind: "broken", when: "after" });
  await sendEmails(ids, provider);
  const content = [{ id: ids[0] ?? "", to: "ada@example.com", subject: "Other", html: "", text: "" }];
  await db.emailBatch.updateMany({ data: { content } });

  for (const _ of [1, 2]) {
    await makeDue(ids);
    await sendEmails(ids, provider);
  }

  expect(await findEmails(ids)).toMatchObject([
    { sentAt: expect.any(Date), history: [{ status: 500 }, { status: 409 }, { outcome: "accepted" }] },
  ]);
});

test("an exhausted quota counts as an attempt, because it may last a day", async () => {
  const ids = await enqueueMagicLinks("ada@example.com");
  resend.failures.push({ kind: "quota" });

  expect(await sendEmails(ids, provider)).toBe(0);

  expect(await findEmails(ids)).toMatchObject([
    { attempts: 1, history: [{ outcome: "rejected", status: 429 }] },
  ]);
});

test("a worker that dies between saving a batch and sending it loses no email", async () => {
  const ids = await enqueueMagicLinks("ada@example.com", "bob@example.com");
  const dyingProvider: EmailProvider = { ...provider, send: () => Promise.reject(new Error("killed")) };
  await expect(sendEmails(ids, dyingProvider)).rejects.toThrow("killed");
  await makeDue(ids);

  await sendEmails(ids, provider);

  expect(recipients()).toEqual(["ada@example.com", "bob@example.com"]);
});

test("three workers with the same emails send each once", async () => {
  const ids = await enqueueMagicLinks(...Array.from({ length: 20 }, (_, i) => `person-${i}@example.com`));

  await Promise.all([sendEmails(ids, provider), sendEmails(ids, provider), sendEmails(ids, provider)]);

  expect(new Set(recipients()).size).toBe(20);
  expect(recipients()).toHaveLength(20);
});

test("requests keep the minimum gap, and each includes what was added meanwhile", async () => {
  const errors: unknown[] = [];
  const queue = openEmailQueue(resendProvider(settings), (error) => errors.push(error));
  for (const id of await enqueueMagicLinks(
    ...Array.from({ length: 151 }, (_, i) => `person-${i}@example.com`),
  ))
    queue.add(id);

  await expect.poll(() => resend.sent.length).toBe(151);
  await queue.close();

  expect(errors).toEqual([]);
  expect(resend.requests.map(({ count }) => count)).toEqual([1, 100, 50]);
  const gaps = resend.requests.slice(1).map(({ at }, i) => at - (resend.requests[i]?.at ?? 0));
  // A request is sent every half second; its arrival varies with the load.
  expect(Math.min(...gaps)).toBeGreaterThan(200);
});
