import { z } from "zod";
import { isPostgresText, NOT_POSTGRES_TEXT } from "@/lib/platform/postgres-text";
import { publicLine } from "./line-input";

export const SHOWS = ["status", "last_run", "share", "duration"] as const;
export const DAYS = [1, 7, 30, 90] as const;
export const STYLES = ["flat", "flat-square"] as const;

const MAX_LABEL = 60;
const NOT_A_SUBJECT = "must be case, snitch:TOKEN, tag:NAME or page:SLUG";

export const SUBJECT_TEXT =
  "`case`, `snitch:TOKEN`, `tag:NAME` or `page:SLUG`. The page must be public, without `networks`.";

/** What a badge is about: a snitch by its token, the snitches with a tag, a status page by its slug, or all of the case. */
export type Subject = { kind: "case" } | { kind: "snitch" | "tag" | "page"; name: string };

/** A subject as the API has it. */
export const writeSubject = (subject: Subject): string =>
  subject.kind === "case" ? "case" : `${subject.kind}:${subject.name}`;

const subject = z
  .string({ error: NOT_A_SUBJECT })
  .refine(isPostgresText, NOT_POSTGRES_TEXT)
  .transform((text, context): Subject => {
    if (text === "case") return { kind: "case" };
    const [, kind, name] = /^(snitch|tag|page):(.+)$/s.exec(text) ?? [];
    if (name && (kind === "snitch" || kind === "tag" || kind === "page")) return { kind, name };
    context.addIssue({ code: "custom", message: NOT_A_SUBJECT });
    return z.NEVER;
  })
  .meta({ description: SUBJECT_TEXT, examples: ["tag:backups"] });

const label = publicLine(MAX_LABEL).meta({
  description: "The left half, visible to everyone. By default, it names nothing in the case.",
  examples: ["Backups"],
});

export const newBadge = z
  .object({
    subject,
    shows: z.enum(SHOWS, { error: `must be one of ${SHOWS.join(", ")}` }).default("status"),
    days: z
      .literal(DAYS, { error: `must be one of ${DAYS.join(", ")}` })
      .default(30)
      .meta({ description: "The number of days the percentage or duration covers." }),
    label,
    style: z.enum(STYLES, { error: `must be one of ${STYLES.join(", ")}` }).default("flat"),
  })
  .refine(({ subject, shows }) => shows !== "duration" || subject.kind === "snitch", {
    path: ["shows"],
    message: "can only be duration for a single snitch",
  })
  .refine(({ subject, shows }) => shows !== "last_run" || subject.kind !== "page", {
    path: ["shows"],
    message: "can only be status or share for a page",
  });

export type NewBadge = z.output<typeof newBadge>;

/** The stored settings of a badge. The id of its snitch or page is a separate column, so that the badge is deleted with it. */
export type BadgeSettings = Pick<NewBadge, "shows" | "days" | "style"> & { tag: string | null };
