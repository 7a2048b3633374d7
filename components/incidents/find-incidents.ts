import { askServer } from "@/components/ask-server";

/** An open incident, as the command menu shows it. `isCause`: a cause of several, whose name is its id. */
export type FoundIncident = {
  id: string;
  name: string;
  cause: string;
  status: "failed" | "errored";
  isCause?: boolean;
};

const MAX_CAUSES = 3;

/** The causes of several open incidents of the case, those of most first. Null if the server could not be asked. */
export const findCauses = (caseId: string) => askServer<FoundIncident[]>(`/${caseId}/find/causes`);

/** A few of these causes that have all words of the query. */
export function matchCauses(causes: FoundIncident[], query: string): FoundIncident[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  return causes
    .filter(({ name }) => terms.every((word) => name.toLowerCase().includes(word)))
    .slice(0, MAX_CAUSES);
}

/** A few open incidents of the case that match the query, newest first. Null if the server could not be asked. */
export const findIncidents = (caseId: string, query: string, signal: AbortSignal) =>
  askServer<FoundIncident[]>(`/${caseId}/find/incidents?q=${encodeURIComponent(query)}`, signal);
