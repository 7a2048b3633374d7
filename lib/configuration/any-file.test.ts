import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { planText } from "@/testing/configuration";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";
import { hostileText } from "@/testing/hostile-values";
import { applyPlan } from "./apply-plan";

const tuesday = new Date("2026-03-10T00:00Z");

const wrong = fc.oneof(hostileText, fc.jsonValue({ maxDepth: 2 }), fc.constant(null));
const key = fc.constantFrom("a", "b", "c", "d");

/** Usually a plausible value, and sometimes any other. */
const of = (plausible: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 150, arbitrary: plausible }, { weight: 1, arbitrary: wrong });

const when = fc.oneof(
  fc.record({ interval: of(fc.constantFrom("daily", "hourly", "15_minute")) }),
  fc.record({
    schedule: of(fc.constantFrom("0 * * * *", "every 10 minutes", "Mon 07:00")),
    timezone: of(fc.constantFrom("UTC", "Europe/Riga")),
    grace: of(fc.constantFrom(0, 60, 360)),
    start_grace: of(fc.constantFrom(null, 60)),
  }),
);

/** Entries with different keys. */
const entries = <Entry extends { key: unknown }>(entry: fc.Arbitrary<Entry>, maxLength: number) =>
  of(fc.uniqueArray(entry, { maxLength, selector: (each) => JSON.stringify(each.key) }));

const attributes = fc.record(
  {
    key: of(key),
    name: of(fc.constantFrom("A", "B", "Nightly backup")),
    alert_type: of(fc.constantFrom("basic", "basic", "basic", "smart")),
    alert_email: of(fc.constantFrom([], ["a@acme.test"], "a@acme.test, b@acme.test")),
    min_runtime: of(fc.nat(100)),
    max_runtime: of(fc.constantFrom(90, 600)),
    checks: of(fc.subarray(["duration < 5 min", "metric.rows > 0"])),
    remind_every: of(fc.constantFrom("never", 300)),
    depends_on: of(fc.subarray(["a", "b"], { maxLength: 1 })),
    channels: of(fc.subarray(["a"])),
    slug: of(fc.constantFrom("a", "b")),
    filters: of(fc.record({ methods: fc.constant("POST"), in_body: fc.boolean() })),
  },
  { requiredKeys: ["key", "name"] },
);

const snitch = fc.tuple(when, attributes).map(([time, rest]) => ({ ...time, ...rest }));

const channel = fc.record(
  {
    key: of(key),
    kind: of(fc.constantFrom("webhook", "webhook", "webhook", "gotify")),
    name: of(fc.constantFrom("", "Operations")),
    settings: of(
      fc.constantFrom(
        { url: "https://example.com/hook" },
        { url: { env: "URL" } },
        { url: "https://example.com", token: { env: "TOKEN" } },
      ),
    ),
    routing: of(
      fc.record({ tags_any: fc.subarray(["x", "y"]), default: fc.boolean() }, { requiredKeys: [] }),
    ),
    enabled: of(fc.boolean()),
  },
  { requiredKeys: ["key", "kind", "settings"] },
);

const maintenance = fc.record(
  {
    key: of(key),
    name: of(fc.constant("Upgrade")),
    tags: of(fc.constantFrom(["x"], ["x", "y"])),
    schedule: of(fc.constantFrom("0 2 * * 0", "Sun 04:00")),
    duration: of(fc.integer({ min: 60, max: 10_000 })),
  },
  { requiredKeys: ["key", "name", "tags", "schedule", "duration"] },
);

const sections = fc.record(
  {
    version: fc.constant(1),
    settings: of(fc.record({ alert_email: fc.constant("ops@acme.test") }, { requiredKeys: [] })),
    channels: entries(channel, 3),
    snitches: entries(snitch, 4),
    maintenance: entries(maintenance, 2),
    policies: of(
      fc.array(
        fc.record({
          name: of(fc.constant("All")),
          match: of(fc.constantFrom({}, { tags_any: ["a"] })),
          steps: of(fc.constant([{ after_minutes: 5, notify: [{ channel: "a" }] }])),
        }),
        { maxLength: 2 },
      ),
    ),
    escalation: of(
      fc.array(
        fc.record({ after_minutes: of(fc.integer({ min: 1, max: 50 })), channels: of(fc.constant(["a"])) }),
        {
          maxLength: 1,
        },
      ),
    ),
  },
  { requiredKeys: ["version"] },
);

/** Few have policies: those are refused next to an escalation, and more often than one. */
const file = fc
  .tuple(sections, fc.nat({ max: 4 }))
  .map(([{ policies, escalation, ...others }, choice]) =>
    choice === 0 ? { ...others, policies } : { ...others, escalation },
  );

test("any file is either refused, or applied as planned; no other case is touched", async () => {
  const { id } = await aCase({ plan: "team" });
  const other = await aSnitch({ name: "A", key: "a" });
  let applied = 0;
  await fc.assert(
    fc.asyncProperty(file, fc.boolean(), async (content, prunes) => {
      const text = JSON.stringify(content);
      const environment = { TOKEN: "AbCdEfGhIjKlMnO", URL: "https://example.com/x" };
      const planned = await planText(id, text, { prunes, environment });
      if (planned.problems.length + planned.missing.length > 0) return;
      await applyPlan(planned, ACTOR, tuesday);
      applied++;
      const again = await planText(id, text, { prunes, environment });
      expect(again.changes).toEqual([]);
    }),
    { numRuns: 150 },
  );
  expect(applied).toBeGreaterThan(20);
  expect(await db.snitch.findUnique({ where: { id: other.id } })).toEqual(other);
});
