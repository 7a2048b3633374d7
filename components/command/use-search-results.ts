import { useEffect, useRef, useState } from "react";
import {
  type FoundIncident,
  findCauses,
  findIncidents,
  matchCauses,
} from "@/components/incidents/find-incidents";
import { recentIn } from "@/components/recent-snitches";
import { type Found, findSnitches } from "@/components/snitches/selection/find-snitches";
import { type FoundPassage, findPassages } from "./find-passages";

const WAIT_MS = 120;

export type SearchResults = { snitches: Found[]; incidents: FoundIncident[]; passages: FoundPassage[] };

const NOTHING: SearchResults = { snitches: [], incidents: [], passages: [] };

/** What the server finds for the query. While it is empty: the snitches that were opened last. */
export function useSearchResults(caseId: string | undefined, query: string): SearchResults {
  const [results, setFound] = useState(NOTHING);
  // Once for all that is typed: to read them takes longer than to find a name.
  const causes = useRef<FoundIncident[] | null>(null);
  useEffect(() => {
    if (!query.trim()) return setFound({ ...NOTHING, snitches: caseId ? recentIn(caseId) : [] });
    const controller = new AbortController();
    const loadCauses = async () => {
      causes.current ??= caseId ? await findCauses(caseId) : [];
    };
    const timer = setTimeout(async () => {
      const [snitches, incidents, passages] = await Promise.all([
        caseId ? findSnitches(caseId, query, controller.signal) : [],
        caseId ? findIncidents(caseId, query, controller.signal) : [],
        findPassages(query, controller.signal),
        loadCauses(),
      ]);
      if (controller.signal.aborted) return;
      const matching = matchCauses(causes.current ?? [], query);
      setFound((before) => ({
        snitches: snitches ?? before.snitches,
        incidents: incidents ? [...matching, ...incidents] : before.incidents,
        passages: passages ?? before.passages,
      }));
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [caseId, query]);
  return results;
}
