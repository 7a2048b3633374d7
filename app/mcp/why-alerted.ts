import { z } from "zod";
import { findAlert } from "@/lib/history/find-alert";
import { query } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

/** The latest alerts explain an incident that has repeated for weeks. */
const MAX_ALERTS = 10;

const because = z.record(z.string(), z.unknown()).describe("`reason`, and what it depends on.");

/** Why each alert of an incident was raised, and whom it reached. */
export const explainedIncident = z.object({
  alerts: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      kind: z.string(),
      cause: z.string().nullable(),
      held: z.string().nullable().describe("What it waited for; null if it did not wait."),
      messages: z.array(z.object({ to: z.string(), how: z.string(), outcome: z.string(), because })),
      not_notified: z.array(z.object({ to: z.string().nullable(), how: z.string(), because })),
      url: z.string().describe("The page that explains this to people."),
    }),
  ),
});

export async function explainAlert(
  caseId: string,
  incidentId: string,
): Promise<z.output<typeof explainedIncident>> {
  const rows = await query<{ id: string }>(
    "SELECT id FROM alerts WHERE case_id = $1 AND incident_id = $2 ORDER BY at DESC, id DESC LIMIT $3",
    [caseId, incidentId, MAX_ALERTS],
  );
  const alerts = await Promise.all(rows.map(({ id }) => findAlert(caseId, id)));
  return {
    alerts: alerts.flatMap((alert) => {
      if (!alert) return [];
      const { id, at, kind, cause, hold, messages, notNotified } = alert;
      return {
        id,
        at: at.toISOString(),
        kind,
        cause,
        held: hold,
        messages: messages.map(({ to, how, outcome, because }) => ({
          to,
          how,
          outcome,
          because: asJson(because),
        })),
        not_notified: notNotified.map(({ name, how, because }) => ({
          to: name,
          how,
          because: asJson(because),
        })),
        url: `${env.APP_URL}/${caseId}/alerts/${id}`,
      };
    }),
  };
}

const asJson = (value: object): Record<string, unknown> => JSON.parse(JSON.stringify(value));
