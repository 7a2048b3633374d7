import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { addChannel, addWebhook } from "@/lib/channels/add";
import { listStored } from "@/lib/channels/find";
import { parseSettings } from "@/lib/channels/input";
import { listSteps, saveSteps } from "@/lib/incidents/escalation-steps";
import { listPolicies, savePolicies } from "@/lib/incidents/policies";
import { updateSnitch } from "@/lib/monitoring/update";
import { db } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { applyText, type FileOptions, planText } from "@/testing/configuration";
import { ACTOR, aCase, aMember, aSnitch } from "@/testing/factories";
import { countAllStatements } from "@/testing/statements";
import { applyPlan } from "./apply-plan";
import { exportCase } from "./export-case";
import { problemText } from "./parse";

const tuesday = new Date("2026-03-10T00:00Z");
const SLACK = "https://hooks.slack.com/services/T000/B000/XXXX";
const OTHER_SLACK = "https://hooks.slack.com/services/T000/B000/YYYY";

/** Applies a file without errors. Returns the plan in words. */
const apply = async (caseId: string, text: string, options?: FileOptions): Promise<string> =>
  (await applyText(caseId, text, tuesday, options)).text;

/** The errors of a file. Applying it is impossible. */
async function listErrors(caseId: string, text: string): Promise<string[]> {
  const planned = await planText(caseId, text);
  await expect(applyPlan(planned, ACTOR, tuesday)).rejects.toThrow("A plan with problems was applied.");
  return planned.problems.map(problemText);
}

test("a file is refused the environments that the API refuses, and keeps one that a snitch has", async () => {
  const { id: caseId } = await aCase();
  const long = "x".repeat(65);
  await aSnitch({ caseId, key: "old", name: "Old", interval: "daily", environment: long });
  await aSnitch({ caseId, key: "set", name: "Set", interval: "daily", environment: "eu", setBy: "sentry" });
  const file = (old: string, set: string, added: string) => `version: 1
snitches:
  - {key: old, name: Old, interval: daily, environment: ${old}}
  - {key: set, name: Set, interval: daily, environment: ${set}}
  - {key: new, name: New, interval: daily, environment: ${added}}
`;

  expect(await listErrors(caseId, file(`${long}y`, "us", long))).toEqual([
    "line 3, snitches[0].environment: is too long (maximum is 64 characters)",
    "line 4, snitches[1].environment: comes with the check-ins of the job: change it there",
    "line 5, snitches[2].environment: is too long (maximum is 64 characters)",
  ]);
  await apply(caseId, file(long, "eu", "x".repeat(64)));
  const stored = await db.snitch.findMany({ where: { caseId }, orderBy: { name: "asc" } });
  expect(stored.map(({ environment }) => environment)).toEqual(["x".repeat(64), long, "eu"]);
});

const listSnitches = async (caseId: string) => {
  const rows = await db.snitch.findMany({
    where: { caseId },
    orderBy: { name: "asc" },
    include: { parents: { include: { parent: true } } },
  });
  return rows.map(({ name, key, parents }) => [name, key, parents.map(({ parent }) => parent.name).join()]);
};

const countEvents = (caseId: string) => db.auditEvent.count({ where: { caseId } });

const A_AND_B = `version: 1
snitches:
  - {key: a, name: A, interval: daily}
  - {key: b, name: B, interval: hourly, depends_on: [a]}
`;

test("applying a file twice does nothing the second time, and records nothing", async () => {
  const { id } = await aCase();

  expect(await apply(id, A_AND_B)).toBe(
    [
      "+ snitch a “A”",
      "    name: A",
      "    interval: daily",
      "+ snitch b “B”",
      "    name: B",
      "    interval: hourly",
      "    depends_on: a",
      "",
      "2 to create, 0 unchanged.",
    ].join("\n"),
  );
  expect(await listSnitches(id)).toEqual([
    ["A", "a", ""],
    ["B", "b", "A"],
  ]);
  const events = await countEvents(id);

  expect(await apply(id, A_AND_B)).toBe("Nothing to do.");
  expect(await countEvents(id)).toBe(events);
});

test("each snitch with other attributes and another schedule costs eight statements, however many there are", async () => {
  const { id } = await aCase();
  const file = (count: number, others: string) =>
    `version: 1\nsnitches:\n${Array.from({ length: count }, (_, n) => `  - {key: k${n}, name: N${n}, ${others}}\n`).join("")}`;
  const countChanging = async (count: number, others: string) => {
    const planned = await planText(id, file(count, others));
    return countAllStatements(() => applyPlan(planned, ACTOR, tuesday));
  };
  await apply(id, file(20, "interval: daily"));

  const few = await countChanging(10, "interval: hourly, notes: a, tags: [b], max_runtime: 60");
  const many = await countChanging(20, "interval: weekly, notes: c, tags: [d], max_runtime: 90");
  expect((many - few) / 10).toBeLessThanOrEqual(8);
});

test("a snitch is the same by its key when its name changes, and what is not a key becomes one of its name", async () => {
  const { id: caseId } = await aCase();
  const { token } = await aSnitch({ caseId, name: "Nightly backup" });
  await aSnitch({ caseId, name: "Nightly  Backup!" });
  await aSnitch({ caseId, name: "💥" });
  const before = await exportCase(caseId, "yaml");
  expect(parseYaml(before).snitches.map(({ key }: { key: string }) => key)).toEqual([
    "nightly-backup",
    "nightly-backup-2",
    "snitch",
  ]);

  await updateSnitch(caseId, token, { name: "Weekly backup" }, tuesday, ACTOR, WHOLE_CASE);
  expect(parseYaml(await exportCase(caseId, "yaml")).snitches[0]).toEqual({
    key: "nightly-backup",
    name: "Weekly backup",
    interval: "daily",
  });
  expect(await apply(caseId, before)).toBe(
    "~ snitch nightly-backup “Nightly backup”\n    name: Weekly backup → Nightly backup\n\n1 to change, 4 unchanged.",
  );
  expect(await db.snitch.count({ where: { caseId } })).toBe(3);
});

test("a file that was written by hand finds snitches by their names", async () => {
  const { id: caseId } = await aCase();
  await aSnitch({ caseId, name: "Backup" });

  await apply(caseId, "version: 1\nsnitches:\n  - {key: backup, name: Backup, interval: hourly}");

  expect(await db.snitch.findMany({ where: { caseId }, select: { key: true, interval: true } })).toEqual([
    { key: "backup", interval: "hourly" },
  ]);
});

test("a file with errors lists all of them, and nothing is changed", async () => {
  const { id } = await aCase({ plan: "starter" });
  const text = `version: 1
settings: {alert_email: ops@acme.test}
channels:
  - {key: ops, kind: slack, settings: {url: {env: OPS_URL}}, routing: {default: true}}
  - {key: page, kind: pagerduty, settings: {routing_key: short}, routing: {default: true}}
snitches:
  - {key: a, name: A, interval: daily, depends_on: [b], channels: [ops, nowhere]}
  - {key: b, name: B, interval: daily, depends_on: [a]}
  - {key: c, name: C, interval: 15_minute, depends_on: [c]}
  - {key: d, name: D, schedule: never}
  - {key: e, name: E, interval: daily, depends_on: [d, gone]}
maintenance:
  - {key: m, name: M, snitches: [gone], schedule: 0 2 * * 0, duration: 60}
escalation:
  - {after_minutes: 5, channels: [nowhere], people: [eve@example.com]}
`;
  expect(await listErrors(id, text)).toEqual([
    "line 5, channels[1].routing.default: is true for another channel as well: only one can be the default",
    "line 5, channels[1].settings.routing_key: must be the 32 letters and digits of an integration key",
    "line 7, snitches[0].channels: names “nowhere”, but no channel has this key",
    "line 7, snitches[0].depends_on: would create a loop: a snitch that it depends on depends on it",
    "line 8, snitches[1].depends_on: would create a loop: a snitch that it depends on depends on it",
    "line 9, snitches[2].interval: is not included in the starter plan; the team plan has it",
    "line 9, snitches[2].depends_on: names the snitch itself: remove it",
    expect.stringMatching(/^line 10, snitches\[3\]\.schedule: /),
    "line 11, snitches[4].depends_on: names “gone”, but no snitch has this key",
    "line 13, maintenance[0].snitches: names “gone”, but no snitch has this key",
    "line 15, escalation[0].channels: names “nowhere”, but no channel has this key",
    "line 15, escalation[0].people: names eve@example.com, who is not a member of this case: invite them first",
  ]);
  expect(await listSnitches(id)).toEqual([]);
  expect(await countEvents(id)).toBe(0);
});

test("the limit of a plan and a hold refuse the whole file; what changes nothing is allowed", async () => {
  const { id } = await aCase({ plan: "free" });
  const one = "version: 1\nsnitches:\n  - {key: a, name: A, interval: daily}";
  expect(await listErrors(id, A_AND_B)).toEqual([
    "line 2, snitches: would be 2: the free plan allows 1 snitch. Remove some, or upgrade",
  ]);
  await apply(id, one);
  // The place of the snitch that goes is free for the one that comes.
  const other = "version: 1\nsnitches:\n  - {key: other, name: Other, interval: daily}";
  expect(await apply(id, other, { prunes: true })).toContain("1 to create, 1 to remove, 0 unchanged.");
  await db.case.update({ where: { id }, data: { onHoldAt: tuesday } });
  const now = await exportCase(id, "yaml");
  expect(await apply(id, now)).toBe("Nothing to do.");
  expect(await listErrors(id, now.replace("daily", "hourly"))).toEqual([
    "line 3: This account is on hold: settle the open payment, then try again.",
  ]);
});

test("prune removes only what is not in the sections of the file, and nothing is removed without it", async () => {
  const { id: caseId } = await aCase();
  const other = await aSnitch({ name: "Of another case" });
  await aSnitch({ caseId, name: "Kept" });
  await aSnitch({ caseId, name: "Old" });
  await addWebhook(caseId, "https://example.com/hook", ACTOR);
  const user = await aMember({ caseId });
  await db.channel.create({
    data: {
      caseId,
      userId: user.id,
      kind: "web_push",
      url: encrypt("https://push.example"),
      secret: encrypt("x"),
      settings: encrypt("{}"),
    },
  });
  await db.maintenance.create({
    data: { caseId, name: "Once", coversAll: true, startsAt: tuesday, endsAt: new Date("2026-03-11T00:00Z") },
  });
  const kept = "version: 1\nsnitches: [{key: kept, name: Kept, interval: daily}]\nmaintenance: []\n";

  expect(await apply(caseId, kept)).toBe("Nothing to do. 1 item that is not in the file stays as it is.");
  expect(await apply(caseId, kept, { prunes: true })).toBe("- snitch old “Old”\n\n1 to remove, 1 unchanged.");
  expect(await listSnitches(caseId)).toEqual([["Kept", "kept", ""]]);
  expect(await db.channel.count({ where: { caseId } })).toBe(2);
  expect(await db.maintenance.count({ where: { caseId } })).toBe(1);

  await apply(caseId, "version: 1\nchannels: []", { prunes: true });
  expect(await db.channel.findMany({ where: { caseId }, select: { kind: true } })).toEqual([
    { kind: "web_push" },
  ]);
  expect(await db.snitch.count({ where: { id: other.id } })).toBe(1);
});

test("a key of another case is nothing that a file can refer to", async () => {
  const { id } = await aCase();
  const { id: otherId } = await aCase();
  await apply(otherId, A_AND_B);

  expect(
    await listErrors(id, "version: 1\nsnitches: [{key: c, name: C, interval: daily, depends_on: [a]}]"),
  ).toEqual(["line 2, snitches[0].depends_on: names “a”, but no snitch has this key"]);
  await apply(id, A_AND_B.replaceAll("daily", "weekly"));
  expect(await db.snitch.count({ where: { caseId: otherId, interval: "weekly" } })).toBe(0);
});

test("two applies at once create everything once", async () => {
  const { id } = await aCase();
  const text = `${A_AND_B}channels: [{key: ops, kind: slack, settings: {url: "${SLACK}"}}]
maintenance: [{key: m, name: M, all: true, schedule: 0 2 * * 0, duration: 60}]`;
  const plans = await Promise.all([1, 2, 3].map(() => planText(id, text)));

  await Promise.all(plans.map((each) => applyPlan(each, ACTOR, tuesday)));

  expect(await apply(id, text)).toBe("Nothing to do.");
  expect(await listSnitches(id)).toHaveLength(2);
  expect(await db.channel.count({ where: { caseId: id } })).toBe(1);
  expect(await db.maintenance.count({ where: { caseId: id } })).toBe(1);
});

test("dependencies can be turned round in one file", async () => {
  const { id } = await aCase();
  await apply(id, A_AND_B);
  const turned = `version: 1
snitches:
  - {key: a, name: A, interval: daily, depends_on: [b]}
  - {key: b, name: B, interval: hourly}
`;
  expect(await apply(id, turned)).toContain("depends_on: none → b");
  expect(await listSnitches(id)).toEqual([
    ["A", "a", "B"],
    ["B", "b", ""],
  ]);
  expect(await apply(id, turned)).toBe("Nothing to do.");
});

test("a new schedule with the old default of its grace keeps the grace of the file", async () => {
  const { id } = await aCase();
  const of = (schedule: string, grace: string) =>
    `version: 1\nsnitches: [{key: a, name: A, schedule: ${schedule}${grace}}]`;
  await apply(id, of("0 * * * *", ""));
  const daily = of("0 1 * * *", ", grace: 360");
  await apply(id, daily);

  expect(await db.snitch.findFirst({ where: { caseId: id }, select: { grace: true } })).toEqual({
    grace: 360,
  });
  expect(await apply(id, daily)).toBe("Nothing to do.");
});

test("a secret comes from the environment, from the file, or from the channel that there is", async () => {
  const { id } = await aCase();
  const text = "version: 1\nchannels: [{key: ops, kind: slack, settings: {url: {env: OPS_URL}}}]";
  const readUrl = async () => (await listStored(id))[0]?.settings.url;

  expect((await planText(id, text)).missing).toMatchObject([
    { path: ["channels", 0, "settings", "url"], variable: "OPS_URL" },
  ]);
  expect(await apply(id, text, { environment: { OPS_URL: SLACK } })).not.toContain("XXXX");
  expect(await readUrl()).toBe(SLACK);
  expect(await apply(id, text)).toBe("Nothing to do.");
  expect(await apply(id, "version: 1\nchannels: [{key: ops, kind: slack}]")).toBe("Nothing to do.");
  expect(await apply(id, text, { environment: { OPS_URL: OTHER_SLACK } })).toBe(
    "~ channel ops “slack”\n    settings.url: (secret) → (another secret)\n\n1 to change, 0 unchanged.",
  );
  expect(await readUrl()).toBe(OTHER_SLACK);
  expect(await exportCase(id, "yaml")).not.toContain("hooks.slack.com");
});

test("a channel keeps its kind, and no secret goes to another server unless it is given again", async () => {
  const { id } = await aCase();
  const of = (url: string, token: string) =>
    `version: 1\nchannels: [{key: push, kind: gotify, settings: {url: "${url}"${token}}}]`;
  await apply(id, of("https://gotify.example.com", ", token: AbCdEfGhIjKlMnO"));

  expect(await listErrors(id, of("https://evil.example.com", ""))).toEqual([
    "line 2, channels[0].settings.token: must be entered again, because it would be sent to another server",
  ]);
  expect(
    await listErrors(id, `version: 1\nchannels: [{key: push, kind: slack, settings: {url: "${SLACK}"}}]`),
  ).toEqual(["line 2, channels[0].kind: is gotify and can’t change: give the new channel another key"]);
  await apply(id, of("https://gotify.example.org", ", token: AbCdEfGhIjKlMnO"));
});

test("a channel that Tattle switched off stays off, and one that a person switched off is part of the file", async () => {
  const { id } = await aCase();
  const of = (more: string) =>
    `version: 1\nchannels: [{key: ops, kind: slack, settings: {url: "${SLACK}"}${more}}]`;
  await apply(id, of(""));
  await db.channel.updateMany({
    where: { caseId: id },
    data: { disabledAt: tuesday, disabledReason: "It is gone." },
  });
  expect(await apply(id, of(""))).toBe("Nothing to do.");
  expect(parseYaml(await exportCase(id, "yaml")).channels[0]).not.toHaveProperty("enabled");

  await db.channel.updateMany({ where: { caseId: id }, data: { disabledReason: null } });
  expect(await apply(id, of(""))).toContain("enabled: false → true");
  expect(await apply(id, of(", enabled: false"))).toContain("enabled: true → false");
  expect(await db.channel.count({ where: { caseId: id, disabledAt: { not: null } } })).toBe(1);
});

test("a snitch and an escalation keep notifying people's browsers, though no file names them", async () => {
  const { id: caseId } = await aCase();
  const user = await aMember({ caseId, email: "ada@acme.test" });
  const browser = await db.channel.create({
    data: {
      caseId,
      userId: user.id,
      kind: "web_push",
      url: encrypt("https://push.example"),
      secret: encrypt("x"),
      settings: encrypt("{}"),
    },
  });
  const slack = {
    kind: "slack",
    name: "",
    settings: parseSettings("slack", { url: SLACK }),
    route: ALL_ALERTS,
    isDefault: false,
  };
  const { id: slackId } = await addChannel(caseId, slack, ACTOR);
  const snitch = await aSnitch({ caseId, name: "A", channels: [browser.id] });
  await saveSteps(
    caseId,
    [
      { afterMinutes: 5, channelIds: [browser.id], userIds: [], place: 0 },
      { afterMinutes: 15, channelIds: [browser.id], userIds: [user.id], place: 1 },
    ],
    ACTOR,
  );
  const text = await exportCase(caseId, "yaml");
  expect(text).not.toContain("push");
  expect(await apply(caseId, text)).toBe("Nothing to do.");

  await apply(
    caseId,
    text
      .replace("name: A\n", "name: A\n    channels: [slack]\n")
      .replace("people:", "channels: [slack]\n    people:"),
  );

  expect(await db.snitch.findUniqueOrThrow({ where: { id: snitch.id } })).toMatchObject({
    channels: [slackId, browser.id],
  });
  expect(await listSteps(caseId)).toEqual([
    { afterMinutes: 5, channelIds: [browser.id], userIds: [] },
    { afterMinutes: 15, channelIds: [slackId, browser.id], userIds: [user.id] },
  ]);
  await apply(caseId, text);
  expect(await db.snitch.findUniqueOrThrow({ where: { id: snitch.id } })).toMatchObject({ channels: [] });
});

test("policies of a file replace the escalation, and a file with an escalation the policies", async () => {
  const { id: caseId } = await aCase();
  const user = await aMember({ caseId, email: "ann@acme.test" });
  const browser = await db.channel.create({
    data: {
      caseId,
      userId: user.id,
      kind: "web_push",
      url: encrypt("https://push.example"),
      secret: encrypt("x"),
      settings: encrypt("{}"),
    },
  });
  await saveSteps(caseId, [{ afterMinutes: 15, channelIds: [], userIds: [user.id], place: 0 }], ACTOR);
  const escalated = await exportCase(caseId, "yaml");
  expect(escalated).toContain("escalation:\n  - after_minutes: 15");
  expect(escalated).not.toContain("policies");

  const policies = `policies:
  - name: Databases
    match:
      tags_any:
        - db
    steps:
      - after_minutes: 30
        notify:
          - member: ann@acme.test
    repeat: 2
  - name: Others
    steps: []
`;
  expect(await apply(caseId, `version: 1\n${policies}`)).toBe(
    `~ escalation policies
    policies: none → Databases (tag db): after 30 min: ann@acme.test; repeated 2 times, Others (all snitches): no further notifications

0 to create, 1 to change, 0 unchanged.`.replace("0 to create, ", ""),
  );
  const exported = await exportCase(caseId, "yaml");
  expect(exported).toContain(policies);
  expect(exported).not.toContain("escalation:");
  expect(await apply(caseId, exported)).toBe("Nothing to do.");

  // Browsers stay, because no file names them.
  const [databases, others] = await listPolicies(caseId);
  if (!databases || !others) throw new Error("There are two policies.");
  const withBrowser = [{ after_minutes: 30, notify: [{ member: "ann@acme.test" }, { channel: browser.id }] }];
  await savePolicies(caseId, [{ ...databases, steps: withBrowser }, others], ACTOR);
  expect(await exportCase(caseId, "yaml")).toBe(exported);
  await apply(caseId, exported.replace("repeat: 2", "repeat: 3"));
  expect(await listPolicies(caseId)).toEqual([{ ...databases, steps: withBrowser, repeat: 3 }, others]);

  expect(await apply(caseId, escalated)).toContain("policies: Databases, Others → none");
  expect(await listPolicies(caseId)).toEqual([]);
  expect(await exportCase(caseId, "yaml")).toBe(escalated);
});

test("an exported file has no tokens, no ids and no state", async () => {
  const { id: caseId } = await aCase();
  const { id, token } = await aSnitch({ caseId, status: "failed" });
  const { id: channelId, secret } = await addWebhook(
    caseId,
    "https://ann:hunter2@example.com/hook/xyz",
    ACTOR,
  );
  const text = await exportCase(caseId, "yaml");

  for (const hidden of [caseId, id, token, channelId, secret, "hunter2", "xyz", "failed"]) {
    expect(text).not.toContain(hidden);
  }
  expect(text).toMatchInlineSnapshot(`
    "# Configuration of a case of Tattle. Apply it with: tattle apply FILE
    # Secrets are not in this file: “env” names the environment variable of each.
    version: 1
    case: Acme
    settings:
      group_by_machine: true
    escalation: []
    channels:
      - key: webhook
        kind: webhook
        settings:
          url:
            env: WEBHOOK_URL
    snitches:
      - key: nightly-backup
        name: Nightly backup
        interval: daily
    maintenance: []
    pages: []
    badges: []
    "
  `);
});
