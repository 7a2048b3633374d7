import { z } from "zod";
import { SEVERITIES } from "@/lib/rules/incidents/incident";
import { ALERT_CAUSES } from "@/lib/rules/state/alert-cause";

const EVENT_TYPES = ["snitch.missing", "snitch.errored", "snitch.reporting", "snitch.paused"] as const;

const time = z.string().meta({ format: "date-time" });
const text = z.string().nullable();
const ms = z.number().nullable();

/** The body of a webhook, exactly as in the specification. It has further members for jobs that report runs, and for incidents. */
export const webhookEvent = z.object({
  type: z.enum(EVENT_TYPES),
  timestamp: time,
  data: z.object({
    snitch: z.object({
      token: z.string(),
      name: z.string(),
      notes: z.string(),
      tags: z.array(z.string()),
      status: z.string().meta({ description: "`healthy`, `missing`, `errored` or `paused`." }),
      previous_status: z.string().meta({ description: "As `status`, or `pending`." }),
      url: z.string().optional().meta({ description: "A page about the job, if it has one." }),
    }),
    cause: z.enum(ALERT_CAUSES).optional(),
    run: z
      .object({
        id: z.string(),
        rid: text,
        env: z.string(),
        host: z.string(),
        started_at: time.nullable(),
        ended_at: time.nullable(),
        exit_status: z.string(),
        duration_ms: ms,
        reported_ms: ms,
        usual_ms: ms,
        failed_check: text,
        compared: z
          .object({ value: z.number(), usual: z.number() })
          .optional()
          .meta({ description: "Its number and the usual one, if the failed check compares them." }),
      })
      .optional(),
    reported_late: z
      .object({ at: time, received_at: time })
      .optional()
      .meta({ description: "When the job ran and when its report arrived, if the report was late." }),
    incident: z
      .object({
        id: z.string(),
        opened_at: time,
        severity: z.enum(SEVERITIES),
        cause: z.enum(ALERT_CAUSES),
      })
      .optional(),
  }),
});

export type WebhookEvent = z.output<typeof webhookEvent>;
