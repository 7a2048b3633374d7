import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { query } from "@/lib/platform/db";
import type { Case } from "@/lib/platform/generated/client";

/** Records that someone took a copy of data of a case. `what`: in words. */
export const recordExport = (
  { id, name }: Pick<Case, "id" | "name">,
  what: string,
  by: Actor,
): Promise<void> =>
  recordEvents(query, id, by, [{ action: "case.exported", resource: { id, name }, facts: { what } }]);
