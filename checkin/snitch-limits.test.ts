import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { changeDsnSnitchLimit, changeSnitchLimit } from "@/lib/cases/snitch-limit";
import { db } from "@/lib/platform/db";
import { buildDsn } from "@/lib/protocols/sentry/dsn";
import { replaceDsn } from "@/lib/protocols/sentry/replace-dsn";
import { DEFAULT_SNITCH_LIMIT } from "@/lib/rules/limits";
import { openCheckInHttp } from "@/testing/check-in-http";
import { ACTOR, aCase, aMember } from "@/testing/factories";
import { basic } from "@/testing/requests";

let http: Awaited<ReturnType<typeof openCheckInHttp>>;
beforeAll(async () => {
  http = await openCheckInHttp();
});
afterAll(() => http.close());

type Reply = { status: number; body: string };
type Project = { caseId: string; key: string; keyId: string; dsnKey: string; number: number };

const NIGHTLY = JSON.stringify({
  status: "ok",
  monitor_config: { schedule: { type: "crontab", value: "0 2 * * *" } },
});

/** What adds a snitch with this name, by protocol. */
const ADD: [string, "healthchecks" | "cronitor", (project: Project, name: string) => Promise<Reply>][] = [
  ["Healthchecks", "healthchecks", ({ key }, name) => http.responseTo(`/ping/${key}/${name}?create=1`)],
  ["Cronitor", "cronitor", ({ key }, name) => http.responseTo(`/p/${key}/${name}`)],
  [
    "Cronitor’s SDKs",
    "cronitor",
    ({ key }, name) =>
      http.responseTo("/api/monitors", {
        method: "PUT",
        headers: { Authorization: basic(key) },
        body: JSON.stringify({ monitors: [{ key: name }] }),
      }),
  ],
  [
    "Sentry",
    "cronitor",
    ({ dsnKey, number }, name) =>
      http.responseTo(`/api/${number}/cron/${name}/${dsnKey}/`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: NIGHTLY,
      }),
  ],
];

async function aProject(kind: "healthchecks" | "cronitor"): Promise<Project> {
  const theCase = await aCase({ plan: "unlimited" });
  await aMember({ caseId: theCase.id, email: `owner-${theCase.id}@example.com`, role: "owner" });
  await aMember({ caseId: theCase.id, email: `member-${theCase.id}@example.com`, role: "member" });
  const { id: keyId, key } = await createApiKey(
    theCase.id,
    { name: "Jobs", kind, access: "ping", snitchLimit: DEFAULT_SNITCH_LIMIT },
    ACTOR,
  );
  const dsnKey = new URL(buildDsn(theCase)).username;
  return { caseId: theCase.id, key, keyId, dsnKey, number: theCase.number };
}

async function setLimit({ caseId, keyId }: Project, limit: number | null): Promise<void> {
  await changeSnitchLimit(caseId, keyId, limit, ACTOR);
  await changeDsnSnitchLimit(caseId, limit, ACTOR);
}

const countSnitches = ({ caseId }: Project) => db.snitch.count({ where: { caseId } });
const listMails = ({ caseId }: Project) =>
  db.email.findMany({ where: { caseId, kind: "snitch_limit_reached" }, select: { address: true } });

test.each(ADD)(
  "%s adds as many snitches as its key may, and its owners are emailed once",
  async (_, kind, add) => {
    const project = await aProject(kind);
    await setLimit(project, 2);

    const accepted = [await add(project, "one"), await add(project, "two")];
    expect(accepted.every(({ status }) => status < 300)).toBe(true);
    const refused = [await add(project, "three"), await add(project, "four")];

    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
    expect(refused[0]?.body).toContain("create any more snitches");
    expect(await countSnitches(project)).toBe(2);
    expect(await listMails(project)).toEqual([{ address: `owner-${project.caseId}@example.com` }]);
    // What is monitored already stays so.
    expect((await add(project, "one")).status).toBeLessThan(300);
    const actions = await db.auditEvent.findMany({
      where: { caseId: project.caseId },
      orderBy: { id: "asc" },
    });
    expect(actions.filter(({ action }) => action.endsWith("limit_reached"))).toHaveLength(1);

    await setLimit(project, 3);
    expect((await add(project, "three")).status).toBeLessThan(300);
    expect(await listMails(project)).toHaveLength(2);
    await setLimit(project, null);
    expect((await add(project, "four")).status).toBeLessThan(300);
    expect(await listMails(project)).toHaveLength(2);
  },
);

test.each(ADD)("%s adds nothing with a limit of none", async (_, kind, add) => {
  const project = await aProject(kind);
  await setLimit(project, 0);

  expect((await add(project, "one")).status).toBe(403);
  expect([await countSnitches(project), await listMails(project)]).toEqual([0, []]);
});

test("many at once add exactly as many as the key may", async () => {
  const project = await aProject("healthchecks");
  await setLimit(project, 5);

  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) => http.responseTo(`/ping/${project.key}/job-${i}?create=1`)),
  );

  expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(await countSnitches(project)).toBe(5);
  expect(await listMails(project)).toHaveLength(1);
});

test("a new key and a new case may add 1,000, and a replaced DSN begins again", async () => {
  const project = await aProject("cronitor");
  const read = () => db.case.findUniqueOrThrow({ where: { id: project.caseId }, include: { apiKeys: true } });
  expect(await read()).toMatchObject({
    dsnSnitchLimit: 1_000,
    apiKeys: [{ snitchLimit: 1_000, snitchesAdded: 0 }],
  });
  await db.case.update({ where: { id: project.caseId }, data: { dsnSnitchesAdded: 999 } });

  await replaceDsn(project.caseId, ACTOR);

  expect(await read()).toMatchObject({ dsnSnitchLimit: 1_000, dsnSnitchesAdded: 0 });
});
