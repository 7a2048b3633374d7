import { z } from "zod";
import { applyInput, defaultsOf, inputsOf } from "@/lib/platform/setting";
import type { PauseUntil } from "@/lib/rules/state/snitch-state";
import { scheduleProblems, usableTerms } from "./schedule-input";
import { runProblems } from "./settings/runs";
import { COLUMNS, SETTINGS } from "./settings/settings";
import { parseTime } from "./time-input";

const isAbsent = (value: unknown) => value === undefined || value === null;
const isBlank = (value: unknown) => isAbsent(value) || (typeof value === "string" && value.trim() === "");

/** Older clients nest the interval: `{"type": {"interval": "hourly"}}`. A top-level interval takes precedence. */
export function withTopLevelInterval(input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const { type, ...rest } = input as Record<string, unknown>;
  const nested = typeof type === "object" && type !== null && "interval" in type ? type.interval : undefined;
  return isBlank(nested) || !isBlank(rest.interval) ? rest : { ...rest, interval: nested };
}

const NOT_AN_OBJECT = { error: "must be a JSON object" };

/** Without a schedule, a missing interval becomes null, so that it is refused as blank; with one, a blank interval is left out. */
function withInterval(input: unknown): unknown {
  const fields = withTopLevelInterval(input);
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return fields;
  const { interval = null, schedule } = fields as Record<string, unknown>;
  if (isBlank(schedule)) return { ...fields, interval };
  return isBlank(interval) ? { ...fields, interval: undefined } : fields;
}

const { name, interval, alert_type, alert_email, notes, url, tags, slug, environment, filters } = SETTINGS;
const FIRST = { name, interval, alert_type, alert_email, notes, url, tags, slug, environment, filters };

/** Problems are listed in this order. */
const changes = z.object(inputsOf({ ...FIRST, ...SETTINGS }), NOT_AN_OBJECT).partial();

const DEFAULTS = defaultsOf(COLUMNS);

/** The input for a new snitch. Unknown attributes are ignored. */
export const newSnitch = z.preprocess(
  withInterval,
  z
    .object(
      {
        ...changes.shape,
        name: name.input,
        alert_type: alert_type.input.transform((value) => value ?? "basic"),
        alert_email: alert_email.input.default([]),
        notes: notes.input.default(""),
        tags: tags.input.default([]),
      },
      NOT_AN_OBJECT,
    )
    .superRefine((input, context) => {
      const ofRuns = runProblems(applyInput(COLUMNS, input, DEFAULTS), !isBlank(input.schedule));
      for (const { attribute, message } of [...scheduleProblems(input), ...ofRuns]) {
        context.addIssue({ code: "custom", path: [attribute], message });
      }
    }),
);

export type NewSnitch = z.output<typeof newSnitch>;

/** The columns of a new snitch. Refuses an invalid schedule. */
export const columnsOfNew = (input: NewSnitch) => ({
  ...applyInput(COLUMNS, input, DEFAULTS),
  ...usableTerms(input, null),
  alertType: input.alert_type,
});

/** The input for changes to a snitch. An absent attribute stays unchanged, and unknown members are ignored. */
export const snitchChanges = z.preprocess(withTopLevelInterval, changes);

export type SnitchChanges = z.output<typeof snitchChanges>;

const NOT_OVERLAP = "must be a whole number of hours from 0 to 168";

/** How long the previous check-in URL works on. */
export const urlReplacement = z.object({
  overlap_hours: z.int({ error: NOT_OVERLAP }).min(0, NOT_OVERLAP).max(168, NOT_OVERLAP).default(24).meta({
    description:
      "How many hours the previous URL keeps working. With 0, all previous URLs expire immediately.",
  }),
});

/** The same from a form, whose values are texts. */
export const urlReplacementForm = z.object({
  overlap_hours: z.coerce.number().pipe(urlReplacement.shape.overlap_hours.unwrap()),
});

const INVALID_UNTIL = "must be healthy, unpaused or a time in the future (ISO 8601)";

/** The input for a pause: it ends at the next healthy check-in (the default), by hand, or at a time in the future. */
export const pauseUntil = (now: Date) =>
  z
    .object(
      {
        until: z
          .string({ error: INVALID_UNTIL })
          .nullish()
          .meta({
            description:
              "`healthy` (the default), `unpaused`, or a time in the future. A time without a zone is UTC.",
            examples: ["healthy", "unpaused", "2100-01-01T06:00:00.000Z"],
          }),
      },
      NOT_AN_OBJECT,
    )
    .transform(({ until }, context): { until: PauseUntil; endsAt: Date | null } => {
      if (isAbsent(until) || until === "healthy") return { until: "healthy", endsAt: null };
      if (until === "unpaused") return { until, endsAt: null };
      const endsAt = parseTime(until);
      if (endsAt && endsAt > now) return { until: "time", endsAt };
      context.addIssue({ code: "custom", path: ["until"], message: INVALID_UNTIL });
      return z.NEVER;
    });

export type PauseTerms = z.output<ReturnType<typeof pauseUntil>>;
