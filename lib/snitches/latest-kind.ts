import { query } from "@/lib/platform/db";

/** Whether the snitch that was added to the case last has a schedule or a calendar period; a period if there is none. */
export async function findLatestKind(caseId: string): Promise<"schedule" | "interval"> {
  const [latest] = await query<{ kind: "schedule" | "interval" }>(
    `SELECT CASE WHEN schedule IS NULL THEN 'interval' ELSE 'schedule' END AS kind
     FROM snitches WHERE case_id = $1 ORDER BY id DESC LIMIT 1`,
    [caseId],
  );
  return latest?.kind ?? "interval";
}
