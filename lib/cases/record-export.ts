import type { Facts } from "@/lib/audit/fact";
import { type Actor, recordEvents } from "@/lib/audit/record";
import { query } from "@/lib/platform/db";
import type { Case } from "@/lib/platform/generated/client";

/** Records that someone took a copy of data of a case. `what`: in words; `details`: which part. */
export const recordExport = (
  { id, name }: Pick<Case, "id" | "name">,
  what: string,
  by: Actor,
  details: Facts = {},
): Promise<void> =>
  recordEvents(query, id, by, [
    { action: "case.exported", resource: { id, name }, facts: { what, ...details } },
  ]);
