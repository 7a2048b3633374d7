import fc from "fast-check";
import { expect, test } from "vitest";
import type { ImportedSnitch } from "./imported";
import { type Existing, planImport } from "./plan";

const NOTHING: Existing = { own: [], taken: new Set(), plan: "unlimited", room: Number.POSITIVE_INFINITY };

const TOKEN = "31365bce-8da9-4729-8ff3-aaa71d56b712";

const aSnitch = (given: Partial<ImportedSnitch> = {}): ImportedSnitch => ({
  name: "Backup",
  attributes: { name: "Backup", schedule: "every 1 days" },
  identity: { token: TOKEN },
  pauseUntil: null,
  channels: [],
  ...given,
});

const tokens: [string, boolean][] = [
  [TOKEN, true],
  ["c2354d53d2", true],
  ["99aabbccdd00ff11", true],
  ["Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z", true],
  ["", false],
  ["ping", false],
  ["healthz", false],
  ["../../etc/x", false],
  ["abc def ghi jkl", false],
  ["a".repeat(65), false],
];
test.each(tokens)("“%s” can be the token of an imported snitch: %s", async (token, isUsable) => {
  const { create, leftOut } = await planImport([aSnitch({ identity: { token } })], NOTHING);

  expect(create).toHaveLength(isUsable ? 1 : 0);
  expect(leftOut).toEqual(
    isUsable ? [] : [{ what: "“Backup”", why: "its address has a form that Tattle doesn’t support" }],
  );
});

test("of two with the same address the first is taken", async () => {
  const byToken = await planImport([aSnitch(), aSnitch({ name: "Other" })], NOTHING);
  const bySlug = await planImport(
    [
      aSnitch({ identity: { slug: "x", environment: "production" } }),
      aSnitch({ identity: { slug: "x", environment: "staging" } }),
      aSnitch({ name: "Other", identity: { slug: "x", environment: "production" } }),
    ],
    NOTHING,
  );

  for (const plan of [byToken, bySlug]) {
    expect(plan.leftOut).toEqual([{ what: "“Other”", why: "there is another one with the same address" }]);
  }
  expect([byToken.create.length, bySlug.create.length]).toEqual([1, 2]);
});

test("checks that share a slug keep it, as it was before", async () => {
  const slug = "nightly";
  const { create } = await planImport(
    [aSnitch({ identity: { token: TOKEN, slug } }), aSnitch({ identity: { token: "c2354d53d2", slug } })],
    NOTHING,
  );

  expect(create.map(({ identity }) => identity.slug)).toEqual([slug, slug]);
});

test("an attribute that Tattle does not take is named with the reason", async () => {
  const { create, leftOut } = await planImport(
    [aSnitch({ attributes: { name: "", schedule: "61 * * * *" } })],
    NOTHING,
  );

  expect(create).toEqual([]);
  expect(leftOut).toEqual([
    { what: "“Backup”", why: expect.stringMatching(/^name can't be blank; schedule .+/) },
  ]);
});

const identity = fc.oneof(
  fc.record({ token: fc.oneof(fc.constantFrom(TOKEN, "c2354d53d2", "x"), fc.string()) }),
  fc.record({ slug: fc.oneof(fc.constantFrom("a", "b"), fc.string()), environment: fc.string() }),
);

const attributes = fc.record(
  {
    name: fc.string(),
    schedule: fc.constantFrom("@daily", "every 1 days", "never"),
    tags: fc.array(fc.string()),
    grace: fc.integer(),
  },
  { requiredKeys: ["name"] },
);

const snitches = fc.array(
  fc.record({
    name: fc.string({ minLength: 1 }),
    attributes,
    identity,
    pauseUntil: fc.constantFrom("healthy" as const, "unpaused" as const, null),
    channels: fc.constant<string[]>([]),
  }),
);

test("each is created, there already, or left out with a reason; and no address is created twice", async () => {
  await fc.assert(
    fc.asyncProperty(snitches, fc.nat(5), async (imported, room) => {
      const plan = await planImport(imported, { ...NOTHING, room });
      const isExtra = ({ what }: { what: string }) => /^slug /.test(what);
      const leftOut = plan.leftOut.filter((one) => !isExtra(one));

      expect(plan.create.length + plan.unchanged.length + leftOut.length).toBe(imported.length);
      expect(plan.create.length).toBeLessThanOrEqual(room);
      expect(plan.leftOut.every(({ why }) => why !== "")).toBe(true);
      const addresses = plan.create.map(({ identity }) =>
        JSON.stringify([identity.token ?? identity.slug, identity.environment]),
      );
      expect(new Set(addresses).size).toBe(addresses.length);
    }),
  );
});

test("what was created is there the next time", async () => {
  await fc.assert(
    fc.asyncProperty(snitches, async (imported) => {
      const first = await planImport(imported, NOTHING);
      const own = first.create.map(
        ({ identity: { token = "0011223344556677", slug = "", environment = "" } }) => ({
          token,
          slug,
          environment,
        }),
      );

      expect((await planImport(imported, { ...NOTHING, own })).create).toEqual([]);
    }),
  );
});
