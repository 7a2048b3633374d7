import { expect, test } from "vitest";
import { listTimeline } from "@/lib/history/timeline";
import { db } from "@/lib/platform/db";
import type { Filters } from "@/lib/rules/reports/filters";
import { requestCheckIn } from "@/testing/check-in-request";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";
import { checkInNow } from "./check-in-now";

const at = (time: string) => new Date(`2026-03-10T${time}Z`); // A Tuesday.

const KEYWORDS: Filters = {
  methods: "",
  inSubject: false,
  inBody: false,
  inHttpBody: true,
  successKeywords: "OK",
  failureKeywords: "ERROR",
  startKeywords: "begin",
  failsByDefault: false,
};
const FORM = "application/x-www-form-urlencoded";
const POST_ONLY: Filters = { ...KEYWORDS, inHttpBody: false, methods: "POST" };

/** A healthy snitch with these filters, on a plan with Error Notices. */
async function aFilteringSnitch(filters: Filters) {
  const { id: caseId } = await aCase({ plan: "unlimited" });
  return aSnitch({ caseId, filters, status: "healthy" });
}

/** What became of the snitch, and what its history says. */
async function readOutcome({ id }: { id: string }) {
  const { status, checkedInAt, checkInCount, running } = await db.snitch.findUniqueOrThrow({ where: { id } });
  const history = await db.checkIn.findMany({ where: { snitchId: id }, orderBy: { at: "asc" } });
  return {
    status,
    isSeen: checkedInAt !== null && checkedInAt > at("00:00"),
    checkInCount,
    running,
    history: history.map(({ kind, exitStatus }) => [kind, exitStatus].join(" ").trim()),
  };
}

const PLAIN = { status: "healthy", isSeen: true, checkInCount: 1, running: 0, history: ["finish"] };
const FAILED = { ...PLAIN, status: "errored", isSeen: expect.any(Boolean), history: ["finish fail"] };
const STARTED = { ...PLAIN, isSeen: false, running: 1, history: ["start"] };
const IGNORED = { ...PLAIN, isSeen: false, history: ["ignored"] };

test.each<[string, Filters, string, Parameters<typeof requestCheckIn>[2], object]>([
  ["a success keyword", KEYWORDS, "", { body: "all OK" }, PLAIN],
  ["a failure keyword", KEYWORDS, "", { body: "ERROR 5" }, FAILED],
  ["a start keyword", KEYWORDS, "", { body: "we begin" }, STARTED],
  ["no keyword", KEYWORDS, "", { body: "done" }, IGNORED],
  ["no body", KEYWORDS, "", {}, IGNORED],
  ["no body, which fails by default", { ...KEYWORDS, failsByDefault: true }, "", {}, FAILED],
  ["a keyword in the message", KEYWORDS, "?m=OK", {}, PLAIN],
  ["one in a form’s message", KEYWORDS, "", { body: "m=it+is+OK", contentType: FORM }, PLAIN],
  ["one in JSON", KEYWORDS, "", { body: '{"status":"ERROR"}', contentType: "application/json" }, FAILED],
  ["one far from the beginning", KEYWORDS, "", { body: `${"x".repeat(30_000)} ERROR` }, FAILED],
  ["one in a body that is not UTF-8", KEYWORDS, "", { body: Buffer.from("\xff ERROR", "latin1") }, FAILED],
  ["a body that ends within a character", KEYWORDS, "", { body: Buffer.from("OK é").subarray(0, -1) }, PLAIN],
  ["a failure that the path says", KEYWORDS, "/fail", { body: "OK" }, FAILED],
  ["a start that the path says", KEYWORDS, "/start", { body: "ERROR" }, STARTED],
  ["an exit status", KEYWORDS, "?s=1", { body: "OK" }, { ...FAILED, history: ["finish 1"] }],
  ["GET where only POST counts", POST_ONLY, "", {}, IGNORED],
  ["GET with a failure", POST_ONLY, "/fail", {}, { ...IGNORED, history: ["ignored fail"] }],
  ["GET with a start", POST_ONLY, "/start", {}, IGNORED],
  ["POST where only POST counts", POST_ONLY, "", { method: "POST" }, PLAIN],
])(
  "the filters of its snitch decide what a check-in with %s means",
  async (_, filters, path, given, expected) => {
    const snitch = await aFilteringSnitch(filters);

    expect(await requestCheckIn(`/${snitch.token}${path}`, at("10:00"), given)).toBe(202);
    expect(await readOutcome(snitch)).toEqual(expected);
  },
);

/** What Alertmanager sends to a webhook. */
const notification = (status: string) =>
  JSON.stringify({ version: "4", groupKey: "{}", status, receiver: "tattle", alerts: [] });

test("a resolved alert is in the history, and the next alert of its snitch is not later for it", async () => {
  const snitch = await aSnitch({ interval: "hourly" });
  const send = (status: string, time: string) =>
    requestCheckIn(`/${snitch.token}`, at(time), { method: "POST", body: notification(status) });
  const read = () =>
    db.snitch.findUniqueOrThrow({
      where: { id: snitch.id },
      select: { status: true, checkedInAt: true, deadline: true },
    });

  expect(await send("resolved", "09:30")).toBe(202);
  expect(await read()).toEqual({ status: "pending", checkedInAt: null, deadline: null });
  expect(await send("firing", "10:10")).toBe(202);
  const firing = await read();
  expect(firing).toEqual({ status: "healthy", checkedInAt: at("10:10"), deadline: at("12:00") });
  expect(await send("resolved", "11:10")).toBe(202);
  expect(await read()).toEqual(firing);
  expect(await readOutcome(snitch)).toMatchObject({
    checkInCount: 3,
    history: ["ignored", "finish", "ignored"],
  });
});

test.each<[string, Filters, object]>([
  ["resolved", { ...KEYWORDS, successKeywords: "resolved", failureKeywords: "firing" }, PLAIN],
  ["resolved", { ...KEYWORDS, failureKeywords: "resolved" }, FAILED],
  ["resolved", { ...KEYWORDS, startKeywords: "resolved" }, STARTED],
  ["firing", { ...KEYWORDS, successKeywords: "resolved", failureKeywords: "firing" }, FAILED],
])("keywords decide what an alert means that is %s", async (status, filters, expected) => {
  const snitch = await aFilteringSnitch(filters);
  await requestCheckIn(`/${snitch.token}`, at("10:00"), { method: "POST", body: notification(status) });
  expect(await readOutcome(snitch)).toEqual(expected);
});

test("an ignored finish ends no run, and a change of the filters holds at once", async () => {
  const snitch = await aFilteringSnitch(POST_ONLY);
  await requestCheckIn(`/${snitch.token}/start`, at("10:00"), { method: "POST" });
  await requestCheckIn(`/${snitch.token}`, at("10:01"));
  expect(await readOutcome(snitch)).toMatchObject({
    running: 1,
    checkInCount: 2,
    history: ["start", "ignored"],
  });

  await db.snitch.update({ where: { id: snitch.id }, data: { filters: { ...POST_ONLY, methods: "" } } });
  await requestCheckIn(`/${snitch.token}`, at("10:02"));
  expect(await readOutcome(snitch)).toMatchObject({ running: 0, checkInCount: 3, status: "healthy" });
});

test("a check-in by hand counts whatever the filters say", async () => {
  const snitch = await aFilteringSnitch({ ...POST_ONLY, inHttpBody: true, failsByDefault: true });
  await checkInNow(snitch.caseId, snitch.token, at("10:00"), ACTOR);
  expect(await readOutcome(snitch)).toMatchObject({ status: "healthy", history: ["finish"] });
});

test("ignored requests are shown, but not among the errors", async () => {
  const snitch = await aFilteringSnitch(POST_ONLY);
  await requestCheckIn(`/${snitch.token}/fail`, at("10:00"));

  expect((await listTimeline(snitch.id, "check_ins", 10)).entries).toMatchObject([{ signal: "ignored" }]);
  expect((await listTimeline(snitch.id, "errors", 10)).entries).toEqual([]);
});

test("starts, logs, finishes and plain check-ins are counted, and refused ones are not", async () => {
  const snitch = await aSnitch();
  for (const path of ["", "/start", "/log", "/0"]) {
    await requestCheckIn(`/${snitch.token}${path}`, at("10:00"));
  }
  expect(await readOutcome(snitch)).toMatchObject({ checkInCount: 4 });
  for (let i = 0; i < 12; i += 1) await requestCheckIn(`/${snitch.token}`, at("10:01"));
  const accepted = await db.checkIn.count({ where: { snitchId: snitch.id, accepted: true } });
  expect(await readOutcome(snitch)).toMatchObject({ checkInCount: accepted });
});
