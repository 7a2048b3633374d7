import fc from "fast-check";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { listStored } from "@/lib/channels/find";
import { KIND_NAMES } from "@/lib/channels/input";
import { db } from "@/lib/platform/db";
import { ANY_TIME } from "@/lib/rules/notifications/channel-hours";
import { applyText, planText } from "@/testing/configuration";
import { ACTOR, aCase } from "@/testing/factories";
import { createRandomCase, everyKind, PAGE_PASSWORD, randomCase, slugPrefix } from "@/testing/random-case";
import { runsFor } from "@/testing/runs";
import { applyPlan } from "./apply-plan";
import { exportCase } from "./export-case";

const tuesday = new Date("2026-03-10T00:00Z");
const RUNS = runsFor("lib/configuration/round-trip.test.ts");

type Exported = {
  channels: { key: string; settings: Record<string, string | { env: string }> }[];
  pages?: { password?: { env: string } }[];
};

/** The file of one case for another one, which has slugs of its own. */
function moveSlugs(text: string, from: string, to: string): string {
  const [one, other] = [slugPrefix(from), slugPrefix(to)];
  return text.replaceAll(one, other).replaceAll(one.toUpperCase(), other.toUpperCase());
}

/** The variables that a file names, with the secrets of the case that it was exported from. */
async function buildEnvironment(caseId: string, json: string): Promise<Record<string, string>> {
  const { channels, pages = [] } = JSON.parse(json) as Exported;
  const keys = await db.channel.findMany({ where: { caseId }, select: { id: true, key: true } });
  const stored = await listStored(caseId);
  const passwords = pages.flatMap(({ password }) => (password ? [[password.env, PAGE_PASSWORD]] : []));
  return Object.fromEntries([
    ...passwords,
    ...channels.flatMap(({ key, settings }) => {
      const id = keys.find((row) => row.key === key)?.id;
      const secrets = stored.find((channel) => channel.id === id)?.settings ?? {};
      return Object.entries(settings).flatMap(([name, value]) =>
        typeof value === "string" ? [] : [[value.env, secrets[name] ?? ""]],
      );
    }),
  ]);
}

const apply = async (caseId: string, text: string, environment = {}, prunes = false) =>
  (await applyText(caseId, text, tuesday, { prunes, environment })).changes;

/** The columns of the snitches of a case, but for what each has of its own. A margin that is the default need not be stored. */
async function listStoredSnitches(caseId: string) {
  const channels = await db.channel.findMany({ where: { caseId }, select: { id: true, key: true } });
  const own = {
    id: true,
    token: true,
    checkInKey: true,
    caseId: true,
    createdAt: true,
    grace: true,
    early: true,
  } as const;
  const snitches = await db.snitch.findMany({ where: { caseId }, omit: own, orderBy: { key: "asc" } });
  return snitches.map((snitch) => ({
    ...snitch,
    silenced: snitch.silenced.toSorted(),
    channels: channels.flatMap(({ id, key }) => (snitch.channels.includes(id) ? [key] : [])).sort(),
  }));
}

async function expectSameAfterRoundTrip(caseId: string, userId: string) {
  const yaml = await exportCase(caseId, "yaml");
  const json = await exportCase(caseId, "json");
  expect(await exportCase(caseId, "yaml")).toBe(yaml);
  expect(parseYaml(yaml)).toEqual(JSON.parse(json));
  const environment = await buildEnvironment(caseId, json);
  for (const secret of Object.values(environment)) {
    if (secret.length > 8) expect(json).not.toContain(JSON.stringify(secret));
  }

  expect(await apply(caseId, yaml)).toEqual([]);
  for (const text of [yaml, json]) {
    const copy = await aCase();
    await db.member.create({ data: { caseId: copy.id, userId, role: "owner" } });
    const move = (text: string) => moveSlugs(text, caseId, copy.id);
    const moved = await buildEnvironment(caseId, move(json));
    await apply(copy.id, move(text), moved);
    expect(await exportCase(copy.id, "yaml")).toBe(move(yaml));
    expect(await listStoredSnitches(copy.id)).toEqual(await listStoredSnitches(caseId));
    expect(await apply(copy.id, move(text), moved)).toEqual([]);
    expect(await buildEnvironment(copy.id, move(json))).toEqual(moved);
  }
}

/** A person who is a member of a case and of its copies. */
const aPerson = () => db.user.create({ data: { email: `${crypto.randomUUID()}@example.com` } });

test("what is exported, applied to an empty case and exported again is the same file", async () => {
  const { id: userId } = await aPerson();
  await fc.assert(
    fc.asyncProperty(randomCase, async (given) => {
      await expectSameAfterRoundTrip(await createRandomCase(given, userId), userId);
    }),
    { numRuns: RUNS },
  );
});

test("any case becomes what the file of any other case says", async () => {
  const { id: userId } = await aPerson();
  await fc.assert(
    fc.asyncProperty(randomCase, randomCase, async (one, other) => {
      const caseId = await createRandomCase(one, userId);
      const model = await createRandomCase(other, userId);
      const before = await exportCase(model, "yaml");
      const yaml = moveSlugs(before, model, caseId);
      const json = moveSlugs(await exportCase(model, "json"), model, caseId);
      const environment = await buildEnvironment(model, json);

      const planned = await planText(caseId, yaml, { prunes: true, environment });
      // A channel of another kind, or a server that must not be sent the old secret, is refused.
      fc.pre(planned.problems.length === 0);
      await applyPlan(planned, ACTOR, tuesday);

      expect(await exportCase(caseId, "yaml")).toBe(yaml);
      expect(await apply(caseId, yaml, environment, true)).toEqual([]);
      expect(await exportCase(model, "yaml")).toBe(before);
    }),
    { numRuns: RUNS },
  );
});

test("a channel of every kind makes the round trip", async () => {
  const { id: userId } = await aPerson();
  const [base] = fc.sample(randomCase, 1);
  if (!base) throw new Error("There is no sample.");
  expect(everyKind.length).toBe(KIND_NAMES.length);
  for (const examples of [everyKind.slice(0, 15), everyKind.slice(15)]) {
    const channels = examples.map((example) => ({
      example,
      name: "",
      route: { tagsAny: [], tagsAll: [], tagsNone: [], minSeverity: "info" as const, causes: [] },
      when: ANY_TIME,
      isDefault: false,
      isDisabled: false,
    }));
    await expectSameAfterRoundTrip(await createRandomCase({ ...base, channels }, userId), userId);
  }
});
