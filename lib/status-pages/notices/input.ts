import { z } from "zod";
import { isPostgresText, NOT_POSTGRES_TEXT } from "@/lib/platform/postgres-text";
import { BLANK, storableText } from "@/lib/platform/text-input";
import { parseUsualTime } from "@/lib/snitches/time-input";
import { publicLine } from "../line-input";
import { IMPACTS, NOTICE_KINDS, NOTICE_STATES, type NoticeKind, STATES } from "./states";

const MAX_TITLE = 140;
const MAX_TEXT = 10_000;
const MAX_PAGES = 20;
const MAX_ITEMS = 100;

const title = publicLine(MAX_TITLE).meta({
  description: "The headline.",
  examples: ["Backups of db7 are late"],
});

/** Text in which Markdown is shown. XML has no words for other control characters, so that no feed could contain them. */
const markdown = storableText(MAX_TEXT).refine(
  (value) => !/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u.test(value),
  "can't have control characters",
);

const filledMarkdown = markdown
  .trim()
  .min(1, BLANK)
  .meta({
    description: "Markdown. Links may be http, https and mailto.",
    examples: ["The disk of the backup server is full. We are adding another one."],
  });

const NOT_A_STATE = `must be one of ${NOTICE_STATES.join(", ")}`;
const state = z.enum(NOTICE_STATES, { error: NOT_A_STATE }).nullish().meta({
  description:
    "For an incident `investigating`, `identified`, `monitoring` or `resolved`; for maintenance `scheduled`, `in_progress` or `completed`; none for news.",
});

const NOT_A_TIME = "must be a time (ISO 8601)";

const time = z
  .string({ error: NOT_A_TIME })
  .nullable()
  .transform((value, context) => {
    if (value === null) return null;
    const at = parseUsualTime(value);
    if (at) return at;
    context.addIssue({ code: "custom", message: NOT_A_TIME });
    return z.NEVER;
  });

const list = <Item extends z.ZodType>(item: Item, error: string, maximum = MAX_ITEMS) =>
  z.array(item, { error }).max(maximum, `has too many items (maximum is ${maximum})`);

const affected = list(
  z.object(
    {
      component: z.uuid({ error: "must have the id of a component of the pages" }),
      impact: z.enum(IMPACTS, { error: "must have the impact minor or major" }),
    },
    { error: "must be a list of components with an impact" },
  ),
  "must be a list of components with an impact",
)
  .refine(
    (items) => new Set(items.map(({ component }) => component)).size === items.length,
    "lists a component twice",
  )
  .meta({ description: "The affected components: `minor` shows as late, `major` as failed." });

const notify = z
  .boolean({ error: "must be true or false" })
  .default(true)
  .meta({ description: "Whether subscribers are notified." });

/** What can be changed later, too. */
const attributes = {
  pages: list(
    z.string({ error: "must be a list of slugs" }).refine(isPostgresText, NOT_POSTGRES_TEXT),
    "must be a list of slugs",
    MAX_PAGES,
  )
    .min(1, BLANK)
    .meta({ description: "The slugs of the status pages it is published on.", examples: [["acme"]] }),
  title,
  affected,
  incidents: list(
    z.uuid({ error: "must be a list of ids of incidents" }),
    "must be a list of ids of incidents",
  ).meta({
    description: "The related incidents of the case. They are not shown on the page.",
  }),
  maintenance: z.uuid({ error: "must be the id of maintenance, or null" }).nullable().meta({
    description:
      "The maintenance of the case that sets its times, instead of `starts_at` and `ends_at`; for a schedule, the next window.",
  }),
  starts_at: time.meta({ description: "When planned work starts or an incident started." }),
  ends_at: time.meta({ description: "When planned work or news ends." }),
};

const NOT_AN_OBJECT = { error: "must be a JSON object" };

export const newNotice = z
  .object(
    {
      kind: z.enum(NOTICE_KINDS, { error: `must be one of ${NOTICE_KINDS.join(", ")}` }),
      ...attributes,
      affected: affected.default([]),
      incidents: attributes.incidents.default([]),
      maintenance: attributes.maintenance.default(null),
      starts_at: attributes.starts_at.default(null),
      ends_at: attributes.ends_at.default(null),
      state,
      text: filledMarkdown,
      notify,
    },
    NOT_AN_OBJECT,
  )
  .superRefine((input, context) => {
    for (const { attribute, message } of [...timeProblems(input), ...stateProblems(input.kind, input.state)])
      context.addIssue({ code: "custom", path: [attribute], message });
  });

export type NewNotice = z.output<typeof newNotice>;

const inUpdates = (name: string) =>
  z
    .never({
      error: `can’t be changed here: ${name === "kind" ? "add another notice" : "add or change an update"}`,
    })
    .optional();

export const noticeChanges = z
  .object(
    {
      ...attributes,
      summary: markdown.meta({ description: "What was learned, once it is over. Markdown; empty for none." }),
      kind: inUpdates("kind"),
      state: inUpdates("state"),
      text: inUpdates("text"),
    },
    NOT_AN_OBJECT,
  )
  .partial();

export type NoticeChanges = z.output<typeof noticeChanges>;

const at = time.meta({ description: "When it happened; now by default. Not in the future." });

export const newUpdate = z.object(
  { state, text: filledMarkdown, affected: affected.optional(), at: at.default(null), notify },
  NOT_AN_OBJECT,
);
export type NewUpdate = z.output<typeof newUpdate>;

export const updateChanges = z.object({ state, text: filledMarkdown, at }, NOT_AN_OBJECT).partial();
export type UpdateChanges = z.output<typeof updateChanges>;

type Times = Pick<NewNotice, "kind" | "maintenance" | "starts_at" | "ends_at">;

/** Why a notice of this kind can’t have these times. */
export function timeProblems({ kind, maintenance, starts_at, ends_at }: Times) {
  const problem = (attribute: string, message: string) => [{ attribute, message }];
  if (maintenance !== null) {
    if (kind !== "maintenance") return problem("maintenance", "can be set for the kind maintenance only");
    if (starts_at ?? ends_at) return problem("maintenance", "can’t be combined with starts_at and ends_at");
    return [];
  }
  if (kind === "incident" && ends_at)
    return problem("ends_at", "can’t be set: an incident ends by the update “resolved”");
  if (kind === "maintenance" && !(starts_at && ends_at))
    return problem("starts_at", "can't be blank: send starts_at and ends_at, or maintenance");
  if (starts_at && ends_at && ends_at <= starts_at) return problem("ends_at", "must be later than the start");
  return [];
}

/** Why a notice of this kind can’t be in this state. */
export function stateProblems(kind: NoticeKind, state: NewNotice["state"]) {
  const states: readonly string[] = STATES[kind];
  if (!state || states.includes(state)) return [];
  const message = kind === "news" ? "can’t be set for news" : `must be one of ${states.join(", ")}`;
  return [{ attribute: "state", message }];
}
