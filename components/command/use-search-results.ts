import { useEffect, useState } from "react";
import type { Status } from "@/lib/rules/snitch-state";
import { recentIn } from "./recent";

export type Found = { token: string; name: string; status?: Status | "late" };

const WAIT_MS = 120;

/** The snitches that match the query, or the recent ones while it is empty. */
export function useSearchResults(caseId: string | undefined, query: string): Found[] {
  const [found, setResults] = useState<Found[]>([]);
  useEffect(() => {
    if (!caseId) return;
    if (!query.trim()) return setResults(recentIn(caseId));
    const ended = new AbortController();
    const timer = setTimeout(async () => {
      const results = await fetch(`/${caseId}/find?q=${encodeURIComponent(query)}`, { signal: ended.signal })
        .then((response): Promise<Found[]> => response.json())
        .catch(() => null);
      if (results) setResults(results);
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [caseId, query]);
  return found;
}
