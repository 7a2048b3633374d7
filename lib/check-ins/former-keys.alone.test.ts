import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { eventually } from "@/testing/eventually";
import { openFlakyConnection } from "@/testing/flaky-connection";

const DATA = path.resolve(".data", "test", `former-keys-${process.pid}`);
const connection = await openFlakyConnection(process.env.DATABASE_URL ?? "");
process.env.DATABASE_URL = connection.url;
process.env.DATA_DIR = DATA;
const { replaceCheckInUrl } = await import("@/lib/monitoring/replace-check-in-url");
const { db } = await import("@/lib/platform/db");
const { ACTOR, aSnitch } = await import("@/testing/factories");
const { requestProtocol } = await import("@/testing/protocol-request");

const tuesday = new Date("2026-03-10T10:00:00Z");
const hours = (count: number) => new Date(tuesday.getTime() + count * 3_600_000);

const send = async (url: string, at: Date) => (await requestProtocol(url, { at })).status;
const replayed = () =>
  eventually(async () => expect(await readdir(path.join(DATA, "journal")).catch(() => [])).toEqual([]));
const listTimes = async (snitchId: string) =>
  (await db.checkIn.findMany({ where: { snitchId }, orderBy: { at: "asc" } })).map(({ at }) => at);

afterEach(async () => {
  connection.become("sound");
  await replayed();
});
afterAll(() => rm(DATA, { recursive: true, force: true }));

test("during an outage, an old URL that was used before works until its overlap ends", async () => {
  const { id, caseId, token } = await aSnitch({ createdAt: tuesday });
  await replaceCheckInUrl(caseId, token, 3, tuesday, ACTOR);
  await send(`/${token}`, hours(1));
  connection.become("cut");

  const statuses = [await send(`/${token}`, hours(2)), await send(`/${token}`, hours(3))];
  connection.become("sound");
  await replayed();

  expect(statuses).toEqual([202, 404]);
  expect(await listTimes(id)).toEqual([hours(1), hours(2)]);
  expect(await db.formerCheckInKey.findUnique({ where: { key: token } })).toMatchObject({ checkIns: 2 });
});

test("a journal is judged by the time of receipt, although the URL had ended before it was replayed", async () => {
  const { id, caseId, token } = await aSnitch({ createdAt: tuesday });
  await replaceCheckInUrl(caseId, token, 3, tuesday, ACTOR);
  const second = (await db.snitch.findUniqueOrThrow({ where: { id } })).checkInKey;
  await replaceCheckInUrl(caseId, token, 0, hours(2), ACTOR);
  connection.become("cut");

  // Which of them is unknown, nobody can say before the database is back.
  const statuses = [];
  for (const [key, hour] of [
    [token, 1],
    [second, 1.5],
    [token, 2],
    [second, 2.5],
  ] as const)
    statuses.push(await send(`/${key}`, hours(hour)));
  connection.become("sound");
  await replayed();

  expect(statuses).toEqual([202, 202, 202, 202]);
  expect(await listTimes(id)).toEqual([hours(1), hours(1.5)]);
});

test("a URL that is replaced while a journal has check-ins by it loses none of them", async () => {
  const { id, caseId, token } = await aSnitch({ createdAt: tuesday });
  await send(`/${token}`, hours(0));
  connection.become("cut");
  await send(`/${token}`, hours(1));
  const replaced = eventually(() => replaceCheckInUrl(caseId, token, 0, hours(2), ACTOR));
  connection.become("sound");
  await replaced;
  await replayed();

  expect(await listTimes(id)).toEqual([hours(0), hours(1)]);
});

test.each([
  ["of ours", "c0ffee1234abcd56", []],
  ["of another form", "Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z", [hours(1)]],
])(
  "the id of a snitch with a token %s is an address during an outage as at other times",
  async (_, token, times) => {
    const { id, caseId } = await aSnitch({ token, createdAt: tuesday });
    connection.become("cut");
    const statuses = [await send(`/ping/${id}`, hours(1))];
    connection.become("sound");
    await replayed();
    await replaceCheckInUrl(caseId, token, 0, hours(2), ACTOR);
    connection.become("cut");
    statuses.push(await send(`/ping/${id}`, hours(2)));
    connection.become("sound");
    await replayed();

    expect(statuses).toEqual([200, 200]);
    expect(await listTimes(id)).toEqual(times);
  },
);
