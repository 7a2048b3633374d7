import { expect, test } from "vitest";
import { readSecrets } from "./configuration-commands";
import { describeInMarkdown, describePlan } from "./describe-plan";

const PLAN = {
  digest: "0",
  summary: { create: 0, update: 1, delete: 0, unchanged: 3 },
  changes: [
    {
      action: "update",
      kind: "snitch",
      key: "a",
      name: "Backup",
      fields: [{ name: "grace", before: null, after: 1800 }],
      replay: { alerts_90d: { before: 4, after: 1 } },
    },
  ],
  missing_secrets: ["URL"],
  warnings: ["Backup would become missing immediately"],
};

test("a plan says of whom it would have notified", () => {
  expect(describePlan(PLAN)).toEqual([
    "~ snitch a “Backup”",
    "    grace: none → 1800",
    "    alerts in the last 90 days: 4 → 1",
    "",
    "Warning: Backup would become missing immediately",
    "Secrets to set before applying: URL",
    "1 to change, 3 unchanged.",
  ]);
  expect(describeInMarkdown(PLAN).split("\n").slice(0, 4)).toEqual([
    "### Tattle: 1 to change, 3 unchanged.",
    "",
    "```diff",
    "~ snitch a “Backup”",
  ]);
  expect(describeInMarkdown({ ...PLAN, changes: [], warnings: [], missing_secrets: [] })).toBe(
    "### Tattle: 1 to change, 3 unchanged.\n",
  );
});

test("names cannot end the block of a comment, nor command a terminal", () => {
  const [change] = PLAN.changes;
  const hostile = {
    ...PLAN,
    changes: [
      {
        ...change,
        ...PLAN.changes[0],
        name: "```\n````\n@everyone\n<img>\u001b[2J",
      } as (typeof PLAN.changes)[0],
    ],
  };
  const lines = describeInMarkdown(hostile).split("\n");
  expect(lines.filter((line) => /^`/.test(line))).toEqual(["`````diff", "`````"]);
  expect(lines.join("\n")).not.toContain("\u001b");
  expect(lines.at(-2)).toBe("`````");
});

test("a comment has room for a plan of any size, and its block ends", () => {
  const changes = Array.from(
    { length: 20_000 },
    () => ({ ...PLAN.changes[0], name: "`".repeat(50) }) as (typeof PLAN.changes)[0],
  );
  const text = describeInMarkdown({ ...PLAN, changes });
  expect(text.length).toBeLessThan(65_536);
  expect(text.endsWith(`\n${"`".repeat(51)}\n`)).toBe(true);
});

test("only variables that the settings of channels name are read", () => {
  const environment = { URL: "1", TOKEN: "2", HOME: "3", EMPTY: "", NOTES: "4", KEY: "5" };
  const file = `version: 1
# env: HOME
channels:
  - {key: a, kind: slack, name: "env: HOME", settings: {url: {env: URL}, other: {env: TOKEN, more: {env: HOME}}}}
  - &b {key: b, settings: {url: {env: EMPTY}, x: {env: [HOME]}, y: {env: constructor}, z: {env: __proto__}}}
  - <<: *b
    settings: {url: {env: KEY}}
snitches:
  - {key: c, notes: {env: HOME}, settings: {url: {env: NOTES}}}
env: HOME
`;
  expect(readSecrets(file, environment)).toEqual({ URL: "1", TOKEN: "2", KEY: "5" });
  expect(readSecrets('{"channels": [{"settings": {"url": {"env": "URL"}}}]}', environment)).toEqual({
    URL: "1",
  });
  expect(readSecrets("pages: [{slug: acme, password: {env: KEY}, title: {env: URL}}]", environment)).toEqual({
    KEY: "5",
  });
  for (const text of [
    "",
    "5",
    "- a",
    "pages: [null, {password: 5}]",
    "channels: 5",
    "channels: [5, null, {settings: null}]",
  ])
    expect(readSecrets(text, environment)).toEqual({});
});
