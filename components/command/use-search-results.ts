import { useEffect, useState } from "react";
import { type Found, findSnitches } from "@/components/snitches/find-snitches";
import { recentIn } from "./recent";

const WAIT_MS = 120;

/** The snitches that match the query, or the recent ones while it is empty. */
export function useSearchResults(caseId: string | undefined, query: string): Found[] {
  const [found, setResults] = useState<Found[]>([]);
  useEffect(() => {
    if (!caseId) return;
    if (!query.trim()) return setResults(recentIn(caseId));
    const ended = new AbortController();
    const timer = setTimeout(async () => {
      const results = await findSnitches(caseId, query, ended.signal);
      if (results) setResults(results);
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [caseId, query]);
  return found;
}
