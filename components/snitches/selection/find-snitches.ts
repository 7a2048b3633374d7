import { askServer } from "@/components/ask-server";
import type { Status } from "@/lib/rules/state/snitch-state";

export type Found = { token: string; name: string; status?: Status | "late" };

/** A few snitches of the case whose name contains the query, worst status first. Null if the server could not be asked. */
export const findSnitches = (caseId: string, query: string, signal: AbortSignal) =>
  askServer<Found[]>(`/${caseId}/find?q=${encodeURIComponent(query)}`, signal);
