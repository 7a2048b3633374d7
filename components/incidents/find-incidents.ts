/** An open incident, as the command menu shows it. `isCause`: a cause of several, whose name is its id. */
export type FoundIncident = {
  id: string;
  name: string;
  cause: string;
  status: "failed" | "errored";
  isCause?: boolean;
};

/** A few open incidents of the case that match the query, newest first. Null if the server could not be asked. */
export const findIncidents = (
  caseId: string,
  query: string,
  signal: AbortSignal,
): Promise<FoundIncident[] | null> =>
  fetch(`/${caseId}/find/incidents?q=${encodeURIComponent(query)}`, { signal })
    .then((response): Promise<FoundIncident[]> => response.json())
    .catch(() => null);
