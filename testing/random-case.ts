import fc from "fast-check";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { updateCase } from "@/lib/cases/update";
import { addChannel } from "@/lib/channels/add";
import { disableChannel } from "@/lib/channels/disable";
import { parseSettings } from "@/lib/channels/input";
import { hasHours } from "@/lib/channels/routing";
import { saveSteps } from "@/lib/incidents/escalation-steps";
import { savePolicies } from "@/lib/incidents/policies";
import { addMaintenance } from "@/lib/maintenance/add";
import { newMaintenance } from "@/lib/maintenance/input";
import { db } from "@/lib/platform/db";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { SEVERITIES } from "@/lib/rules/incidents/incident";
import { MATCHES_ALL } from "@/lib/rules/incidents/policy";
import { ANY_TIME, OUTSIDE } from "@/lib/rules/notifications/channel-hours";
import { EMAIL_FREQUENCIES } from "@/lib/rules/notifications/email-frequency";
import { INTERVALS } from "@/lib/rules/schedule/interval";
import { ALERT_CAUSES } from "@/lib/rules/state/alert-cause";
import { SUGGESTIONS } from "@/lib/rules/suggestions/suggestion";
import { createSnitch } from "@/lib/snitches/create";
import { newSnitch } from "@/lib/snitches/input";
import type { COLUMNS } from "@/lib/snitches/settings/settings";
import { addBadge } from "@/lib/status-pages/add-badge";
import { DAYS, newBadge, SHOWS, STYLES } from "@/lib/status-pages/badge-input";
import { LANGUAGES, newPage, VISIBILITIES } from "@/lib/status-pages/page-input";
import { addPage } from "@/lib/status-pages/save-page";
import { isSharedPage } from "@/lib/status-pages/shared-page";
import { CHANNEL_EXAMPLES } from "./channel-examples";
import { ACTOR, aCase } from "./factories";
import { aPng } from "./status-page";

/** Texts that YAML could read as something else. */
const text = fc.oneof(
  fc.constantFrom(
    "true",
    "null",
    "~",
    "0x1F",
    "1e3",
    "2026-03-10",
    "- a",
    "# not a comment",
    "a: b",
    "&anchor",
    "*alias",
    "!!js/function",
    "{x}",
    "[y]",
    "'",
    '"',
    "|",
    ">-",
    "%",
    "@",
    "`",
    "<<",
    "---",
    "Größe 💥",
    "a\u2028b",
    "a\u0085b",
    "\ufeffa",
  ),
  fc.string({ unit: "grapheme", maxLength: 30 }),
);

const name = text.map((value) => `${value.trim() || "Job"}`).filter(isPostgresText);

const notes = fc.oneof(
  text,
  fc
    .array(
      fc.oneof(text, fc.constantFrom("", " ", "\t", "a\tb", "  indented", "trailing ", "# x", "\r", "a\r")),
      {
        maxLength: 5,
      },
    )
    .map((lines) => lines.join("\n")),
);

const tags = fc.uniqueArray(fc.constantFrom("db", "Critical", "a b", "true", "x:y", "💥", "1"), {
  maxLength: 4,
});

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const when = fc.oneof(
  fc.record({ interval: fc.constantFrom(...INTERVALS) }),
  fc.record({
    schedule: fc.constantFrom(
      "30 7 * * 1-5",
      "0 * * * *",
      "Mon..Fri 07:30",
      "every 45 minutes",
      "0 1 * * *\n0 13 * * *",
    ),
    timezone: maybe(fc.constantFrom("Europe/Riga", "UTC", "America/New_York")),
    grace: maybe(fc.constantFrom(0, 60, 360, 3_600)),
    early: maybe(fc.constantFrom(0, 60, 300)),
    active: maybe(fc.constant("Mon..Fri 00:00-23:00")),
    start_grace: maybe(fc.constantFrom(0, 120)),
  }),
);

const filters = fc.record({
  methods: fc.constantFrom("" as const, "POST" as const),
  inSubject: fc.boolean(),
  inBody: fc.boolean(),
  inHttpBody: fc.boolean(),
  successKeywords: fc.constantFrom("", "ok, done", "true"),
  failureKeywords: fc.constantFrom("", "error"),
  startKeywords: fc.constantFrom("", "begin"),
  failsByDefault: fc.boolean(),
});

/** All settings that neither `when` has nor the identity of a snitch. */
type Rest = Exclude<keyof typeof COLUMNS, "channels" | "slug" | "environment" | "filters" | "start_grace">;

const snitch = fc
  .record({
    when,
    rest: fc.record({
      name,
      notes: maybe(notes),
      url: maybe(fc.constantFrom("https://wiki.example.com/a?b=c#d", "http://[::1]:8080/")),
      tags: maybe(tags),
      alert_email: maybe(fc.subarray(["b@acme.test", "a@acme.test"])),
      max_runtime: maybe(fc.constantFrom(3_600, 100)),
      min_runtime: maybe(fc.constantFrom(1, 99)),
      expects: maybe(fc.constantFrom("finish" as const, "start" as const)),
      checks: maybe(fc.subarray(["duration < 5 min", "metric.rows > 0", "metric.rows > 50% of usual"])),
      alert_after: maybe(fc.integer({ min: 1, max: 720 })),
      alert_after_seconds: maybe(fc.nat(100_000)),
      recover_after: maybe(fc.integer({ min: 1, max: 5 })),
      remind_every: maybe(fc.constantFrom("never" as const, 300, null)),
      severity: maybe(fc.constantFrom(...SEVERITIES)),
      silenced: maybe(fc.subarray([...SUGGESTIONS])),
    } satisfies Record<Rest, fc.Arbitrary<unknown>>),
    isSmart: fc.boolean(),
    slug: fc.constantFrom("", "backup", "Backup_2"),
    environment: fc.constantFrom("", "production"),
    filters: maybe(filters),
    /** Which of the snitches before it, and which channels. */
    parents: fc.uniqueArray(fc.nat(9), { maxLength: 3 }),
    channels: fc.uniqueArray(fc.nat(9), { maxLength: 3 }),
  })
  .filter(({ when, rest }) => newSnitch.safeParse({ ...when, ...rest }).success);

const EXAMPLES = Object.entries({
  ...CHANNEL_EXAMPLES,
  webhook: { settings: { url: "https://ann:secret@example.com/hook" } },
}).filter(([kind]) => kind !== "web_push");

const channel = fc.record({
  example: fc.constantFrom(...EXAMPLES),
  name: fc.oneof(fc.constant(""), name),
  route: fc.record({
    tagsAny: tags,
    tagsAll: tags,
    tagsNone: tags,
    minSeverity: fc.constantFrom(...SEVERITIES),
    causes: fc.subarray([...ALERT_CAUSES]),
  }),
  when: fc.option(
    fc.record({
      hours: fc.array(
        fc.record(
          {
            days: fc.constantFrom("mon-fri", "sat,sun", "sun-thu"),
            from: fc.constantFrom("08:00", "22:00"),
            until: fc.constantFrom("00:00", "18:30"),
          },
          { requiredKeys: ["from", "until"] },
        ),
        { minLength: 1, maxLength: 3 },
      ),
      timezone: fc.constantFrom("UTC", "Europe/Berlin"),
      outside: fc.constantFrom(...OUTSIDE),
      criticalAnyway: fc.boolean(),
    }),
    { nil: ANY_TIME },
  ),
  isDefault: fc.boolean(),
  isDisabled: fc.boolean(),
});

const maintenance = fc.record({
  name,
  note: notes,
  schedule: fc.constantFrom("0 2 * * 0", "Sun 02:00"),
  timezone: fc.constantFrom("UTC", "Europe/Riga"),
  duration: fc.integer({ min: 60, max: 86_400 }),
  covers: fc.oneof(
    fc.constant({ all: true }),
    fc.constant({ tags: ["db", "a b"] }),
    fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 3 }),
  ),
});

const step = fc.record({
  afterMinutes: fc.integer({ min: 1, max: 10_080 }),
  channels: fc.uniqueArray(fc.nat(9), { maxLength: 2 }),
  hasPerson: fc.boolean(),
});

const policy = fc.record({
  name: name.map((text) => text.slice(0, 100).toWellFormed().trim()),
  match: fc.record({
    tags_any: fc.subarray(["db", "a b", "true"]),
    tags_none: fc.subarray(["💥", "1"]),
    min_severity: fc.constantFrom(...SEVERITIES),
  }),
  steps: fc.uniqueArray(step, { maxLength: 3, selector: ({ afterMinutes }) => afterMinutes }),
  repeat: fc.nat(5),
});

const lines = fc.oneof(name, fc.constantFrom("Backups = #db", "# Group", "{x}: y"));

const component = fc.record({ name: lines, of: fc.constantFrom("snitch", "tag", null), place: fc.nat(9) });

const page = fc
  .record({
    rest: fc.record({
      title: lines,
      description: notes,
      timezone: fc.constantFrom("UTC", "Europe/Riga"),
      language: fc.constantFrom(...LANGUAGES),
      accent: fc.constantFrom(null, "#0a7f5a"),
      links: fc.array(
        fc.record({ name: lines, url: fc.constantFrom("https://acme.test/a#b", "mailto:a@acme.test") }),
        {
          maxLength: 2,
        },
      ),
      footer: notes,
      show_durations: fc.boolean(),
      publish: fc.constantFrom("never", "after"),
      publish_after: fc.constantFrom(60, 900),
      notify_automatic: fc.boolean(),
      logo: fc.constantFrom(null, aPng("iTXt", Buffer.from("x"))),
      logo_dark: fc.constantFrom(null, aPng("pHYs", Buffer.alloc(9))),
      visibility: fc.constantFrom(...VISIBILITIES),
      networks: fc.subarray(["10.1.2.3", "fd00::/8"]),
    }),
    groups: fc.uniqueArray(
      fc.record({
        name: fc.oneof(fc.constant(""), lines),
        components: fc.array(component, { minLength: 1, maxLength: 3 }),
      }),
      { maxLength: 3, selector: (group) => group.name },
    ),
  })
  .filter(
    ({ rest, groups }) => newPage.safeParse({ ...rest, slug: "page", title: rest.title, groups }).success,
  );

const badge = fc.record({
  of: fc.constantFrom("case", "snitch", "tag", "page"),
  place: fc.nat(2),
  shows: fc.constantFrom(...SHOWS),
  days: fc.constantFrom(...DAYS),
  label: lines,
  style: fc.constantFrom(...STYLES),
});

/** Everything that a file can say about a case. */
export const randomCase = fc.record({
  settings: fc.record({
    alertEmail: fc.constantFrom(null, "ops@acme.test"),
    emailFrequency: fc.constantFrom(...EMAIL_FREQUENCIES),
    limitsEmails: fc.boolean(),
    acceptsLateReports: fc.boolean(),
    hints: fc.array(
      fc.record({
        exit_status: fc.constantFrom(137, "137", "true"),
        text: fc.constantFrom(null, "- a: b", "No space left"),
        hint: name.filter((line) => !/\p{Cc}/u.test(line)),
        url: fc.constantFrom(null, "https://wiki.example.com/4"),
      }),
      { maxLength: 3 },
    ),
    suggestions: fc.boolean(),
    answerLinks: fc.boolean(),
    channelLinks: fc.boolean(),
    ackExpiresAfter: fc.constantFrom(null, 3_600, 2_592_000),
    groupsByMachine: fc.boolean(),
  }),
  channels: fc.array(channel, { maxLength: 6 }),
  snitches: fc.array(snitch, { maxLength: 6 }),
  maintenance: fc.array(maintenance, { maxLength: 3 }),
  steps: fc.uniqueArray(step, { maxLength: 3, selector: ({ afterMinutes }) => afterMinutes }),
  policies: fc.uniqueArray(policy, { maxLength: 3, selector: ({ name }) => name }),
  pages: fc.array(page, { maxLength: 3 }),
  badges: fc.array(badge, { maxLength: 4 }),
});

type RandomCase = typeof randomCase extends fc.Arbitrary<infer Value> ? Value : never;

/** The password of every page that has one. */
export const PAGE_PASSWORD = "umbrella-parsnip-lantern-47";

/** What the slugs of a case begin with: they are unique in the installation. */
export const slugPrefix = (caseId: string) => `p${caseId.slice(-12)}`;

/** A settings of every kind of channel. */
export const everyKind = EXAMPLES;

const pick = <Item>(items: Item[], places: number[]) => places.flatMap((place) => items[place] ?? []);

/** Creates the case, of which this user is the owner, as people and clients would. Returns its id. */
export async function createRandomCase(given: RandomCase, userId: string): Promise<string> {
  const theCase = await aCase();
  const { id: caseId } = theCase;
  await db.member.create({ data: { caseId, userId, role: "owner" } });
  await updateCase(caseId, { name: theCase.name, ...given.settings }, ACTOR);
  const channels: string[] = [];
  for (const { example, name, when, isDefault, isDisabled, ...each } of given.channels) {
    const [kind, { settings }] = example;
    const route = { ...each.route, ...(hasHours(kind) ? when : ANY_TIME) };
    const input = { kind, name, settings: parseSettings(kind, settings), route, isDefault };
    const { id } = await addChannel(caseId, input, ACTOR);
    if (isDisabled) await disableChannel(caseId, id, ACTOR);
    channels.push(id);
  }
  const tokens: string[] = [];
  for (const { when, rest, isSmart, parents, channels: notified, ...identity } of given.snitches) {
    const attributes = {
      ...when,
      ...rest,
      depends_on: pick(tokens, parents),
      channels: pick(channels, notified).length > 0 ? pick(channels, notified) : null,
    };
    const smart = newSnitch.safeParse({ ...attributes, alert_type: "smart" });
    const input = isSmart && smart.success ? smart.data : newSnitch.parse(attributes);
    const { token } = await createSnitch(theCase, input, ACTOR, WHOLE_CASE, identity);
    tokens.push(token);
  }
  for (const { covers, ...rest } of given.maintenance) {
    const scope = Array.isArray(covers) ? { snitches: pick(tokens, covers) } : covers;
    const input = newMaintenance.safeParse({ ...rest, ...scope });
    if (input.success) await addMaintenance(caseId, input.data, ACTOR);
  }
  const steps = given.steps.map(({ afterMinutes, channels: notified, hasPerson }, place) => ({
    afterMinutes,
    channelIds: pick(channels, notified),
    userIds: hasPerson ? [userId] : [],
    place,
  }));
  await saveSteps(
    caseId,
    steps.filter(({ channelIds, userIds }) => channelIds.length + userIds.length > 0),
    ACTOR,
  );
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const policies = given.policies.map(({ steps, match, ...rest }, i) => ({
    ...rest,
    match: i < given.policies.length - 1 ? match : MATCHES_ALL,
    steps: steps
      .toSorted((one, other) => one.afterMinutes - other.afterMinutes)
      .map(({ afterMinutes, channels: notified, hasPerson }) => ({
        after_minutes: afterMinutes,
        notify: [
          ...pick(channels, notified).map((channel) => ({ channel })),
          ...(hasPerson ? [{ member: email }] : []),
        ],
      }))
      .filter(({ notify }) => notify.length > 0),
  }));
  await savePolicies(caseId, policies, ACTOR);
  await addPagesAndBadges(caseId, given, tokens);
  return caseId;
}

async function addPagesAndBadges(caseId: string, { pages, badges, snitches }: RandomCase, tokens: string[]) {
  const allTags = snitches.flatMap(({ rest }) => rest.tags ?? []);
  const slugs: string[] = [];
  for (const [place, { rest, groups }] of pages.entries()) {
    const input = newPage.parse({
      ...rest,
      slug: `${slugPrefix(caseId)}-${place}`,
      ...(rest.visibility === "password" && { password: PAGE_PASSWORD }),
      groups: groups.map((group) => ({
        ...group,
        components: group.components.map(({ name, of, place }) => ({
          name,
          ...(of === "snitch" && { snitch: tokens[place] }),
          ...(of === "tag" && { tag: allTags[place] }),
        })),
      })),
    });
    await addPage(caseId, input, ACTOR);
    if (isSharedPage(input)) slugs.push(input.slug);
  }
  for (const { of, place, ...rest } of badges) {
    const name = { snitch: tokens, tag: allTags, page: slugs, case: [] }[of]?.[place];
    const input = newBadge.safeParse({ ...rest, subject: name === undefined ? "case" : `${of}:${name}` });
    if (input.success) await addBadge(caseId, input.data, ACTOR);
  }
}
