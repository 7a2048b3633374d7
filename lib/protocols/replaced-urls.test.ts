import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { importInto } from "@/lib/imports/import";
import { replaceCheckInUrl } from "@/lib/monitoring/replace-check-in-url";
import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/rules/durations";
import { toUuid } from "@/lib/rules/snitch-uuid";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";
import { requestProtocol } from "@/testing/protocol-request";
import { countAllStatements } from "@/testing/statements";
import { findRecipient } from "./email/find-recipient";
import { buildDsn } from "./sentry/dsn";

const tuesday = new Date("2026-03-10T10:00:00Z");
/** Each in an hour of its own, so that no rate limit counts. */
const hours = (count: number) => new Date(tuesday.getTime() + count * HOUR_MS);

type Keyed = { id: string; key: string };

/** The addresses that name a snitch by what its check-in URL ends with, and the status of an unknown one. */
const ADDRESSES: [name: string, unknown: number, request: (snitch: Keyed) => [string, object?]][] = [
  ["the check-in URL", 404, ({ key }) => [`/${key}`]],
  ["the start of a run", 404, ({ key }) => [`/${key}/start?rid=a`]],
  ["Healthchecks", 404, ({ id, key }) => [`/ping/${toUuid({ id, token: key })}`]],
  ["Healthchecks, a failure", 404, ({ id, key }) => [`/ping/${toUuid({ id, token: key })}/fail`]],
  ["Checkly", 404, ({ id, key }) => [`/heartbeats/ping/${toUuid({ id, token: key })}`]],
  ["Uptime Kuma", 404, ({ key }) => [`/api/push/${key}?status=up&msg=OK&ping=`]],
  ["Better Stack", 404, ({ key }) => [`/api/v1/heartbeat/${key}`]],
  ["Honeybadger", 404, ({ key }) => [`/v1/check_in/${key}`]],
  ["Cronitor’s older addresses", 404, ({ key }) => [`/${key}/complete`]],
  [
    "Gatus",
    401,
    ({ key }) => [
      "/api/v1/endpoints/core_job/external?success=true",
      { method: "POST", headers: { authorization: `Bearer ${key}` } },
    ],
  ],
];

const TOKENS = [
  ["of ours", undefined],
  ["that is a UUID", "2f9d3c3e-8a51-4c0e-9b7a-6a1d2e3f4a5b"],
  ["of another form", "Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z"],
] as const;

for (const [form, token] of TOKENS)
  test.each(ADDRESSES)(
    `with a token ${form}, the address of %s follows a replaced URL`,
    async (_, unknown, request) => {
      await db.snitch.deleteMany({ where: { token: token ?? "" } });
      const snitch = await aSnitch({ ...(token && { token }), createdAt: tuesday });
      const { id, caseId } = snitch;
      const send = async (key: string, at: Date) => {
        const [url, given] = request({ id, key });
        return (await requestProtocol(url, { ...given, at })).status;
      };
      await replaceCheckInUrl(caseId, snitch.token, 3, tuesday, ACTOR);
      const { checkInKey } = await db.snitch.findUniqueOrThrow({ where: { id } });

      const statuses = [
        await send(snitch.token, hours(1)),
        await send(checkInKey, hours(2)),
        await send(snitch.token, hours(3)),
        await send(checkInKey, hours(4)),
      ];

      expect(statuses.map((status) => (status < 300 ? "recorded" : status))).toEqual([
        "recorded",
        "recorded",
        unknown,
        "recorded",
      ]);
      expect(await db.checkIn.count({ where: { snitchId: id } })).toBe(3);
      expect(await db.formerCheckInKey.findMany({ where: { snitchId: id } })).toMatchObject([
        { key: snitch.token, checkIns: 1, lastAddress: "192.0.2.1", lastAt: hours(1) },
      ]);
    },
  );

test.each(TOKENS)("with a token %s, the email address follows a replaced URL", async (_, token) => {
  await db.snitch.deleteMany({ where: { token: token ?? "" } });
  const snitch = await aSnitch({ ...(token && { token }) });
  const names = (key: string) => [key, toUuid({ id: snitch.id, token: key })];
  await replaceCheckInUrl(snitch.caseId, snitch.token, 3, tuesday, ACTOR);
  const { checkInKey } = await db.snitch.findUniqueOrThrow({ where: { id: snitch.id } });
  const find = (name: string, at: Date) => findRecipient(`${name}+fail`, at);

  for (const name of names(snitch.token)) {
    expect(await find(name, hours(2))).toMatchObject({ token: snitch.token, signal: "fail" });
    expect(await find(name, hours(3))).toBe("unknown");
  }
  for (const name of names(checkInKey))
    expect(await find(name, hours(3))).toMatchObject({ token: checkInKey, signal: "fail" });
});

test("addresses with a slug stay when a URL is replaced, and no check-in by them counts as one by the old URL", async () => {
  const { id: caseId, number, dsnVersion } = await aCase({ plan: "unlimited" });
  const { token, id } = await aSnitch({ caseId, slug: "job", interval: "hourly", createdAt: tuesday });
  const [cronitor, healthchecks] = await Promise.all(
    (["cronitor", "healthchecks"] as const).map((kind) => createApiKey(caseId, { name: kind, kind }, ACTOR)),
  );
  const full = await createApiKey(caseId, { name: "Heartbeats" }, ACTOR);
  const dsn = new URL(buildDsn({ id: caseId, number, dsnVersion }));
  await replaceCheckInUrl(caseId, token, 0, tuesday, ACTOR);

  const statuses = [];
  for (const [i, url] of [
    `/p/${cronitor?.key}/job?state=complete`,
    `/ping/${healthchecks?.key}/job`,
    `/api${dsn.pathname}/cron/job/${dsn.username}/?status=ok`,
    `/opsgenie/v2/heartbeats/job/ping?apiKey=${full.key}`,
  ].entries())
    statuses.push((await requestProtocol(url, { at: hours(i + 1) })).status);

  expect(statuses).toEqual([200, 200, 202, 202]);
  expect(await findRecipient(`${healthchecks?.key}+job`, hours(5))).toMatchObject({ signal: null });
  expect(await db.snitch.findMany({ where: { caseId } })).toMatchObject([{ id, checkInCount: 4 }]);
  expect(await db.formerCheckInKey.findMany({ where: { snitchId: id } })).toMatchObject([{ checkIns: 0 }]);
});

test("in one batch, check-ins by old URLs and by the new one are those of one snitch", async () => {
  const { id, caseId, token } = await aSnitch({ interval: "hourly", createdAt: tuesday });
  await replaceCheckInUrl(caseId, token, 24, tuesday, ACTOR);
  const { checkInKey } = await db.snitch.findUniqueOrThrow({ where: { id } });

  const kinds = await Promise.all(
    Array.from({ length: 12 }, (_, i) => requestProtocol(`/${i % 2 ? token : checkInKey}`, { at: hours(1) })),
  );

  // As of one URL: ten in an hour.
  expect(kinds.filter(({ status }) => status === 202)).toHaveLength(10);
  expect(await db.snitch.findUnique({ where: { id } })).toMatchObject({ checkInCount: 10, hourCount: 10 });
});

test("a plain check-in takes as many statements as before URLs could be replaced, also by a replaced one", async () => {
  const { id, caseId, token } = await aSnitch({ status: "healthy", deadline: new Date("2100-01-01") });
  const count = (key: string) => countAllStatements(() => requestProtocol(`/${key}`));
  await requestProtocol(`/${token}`);
  const before = await count(token);
  await replaceCheckInUrl(caseId, token, 24, new Date(), ACTOR);
  const { checkInKey } = await db.snitch.findUniqueOrThrow({ where: { id } });
  await requestProtocol(`/${checkInKey}`);

  // BEGIN, the lock, the row of the history, what changed of the snitch, COMMIT.
  expect([before, await count(checkInKey)]).toEqual([5, 5]);
});

test("no import takes an address that a check-in URL has, or had before it was replaced", async () => {
  const { caseId, token } = await aSnitch();
  await replaceCheckInUrl(caseId, token, 0, tuesday, ACTOR);
  const second = (await db.snitch.findUniqueOrThrow({ where: { token } })).checkInKey;
  await replaceCheckInUrl(caseId, token, 24, tuesday, ACTOR);
  const third = (await db.snitch.findUniqueOrThrow({ where: { token } })).checkInKey;
  const thief = await aCase({ plan: "unlimited" });
  const snitches = [token, second, third].map((each) => ({
    name: each,
    attributes: { interval: "daily", name: each },
    identity: { token: each },
    pauseUntil: null,
    channels: [],
  }));

  const report = await importInto(
    thief,
    { snitches, channels: [], leftOut: [] },
    { by: ACTOR, now: tuesday, isDryRun: false, mayAddChannels: false },
  );

  expect(report.created).toEqual([]);
  expect(report.leftOut).toHaveLength(3);
  expect(await db.snitch.count({ where: { caseId: thief.id } })).toBe(0);
});
