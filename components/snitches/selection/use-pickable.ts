import { useEffect, useState } from "react";
import { type Found, findSnitches } from "./find-snitches";

const WAIT_MS = 120;

/** The snitches that match the query, while `isOpen`: undefined until they are known, null if the server could not be asked. */
export function usePickable(caseId: string, query: string, isOpen: boolean): Found[] | null | undefined {
  const [snitches, setFound] = useState<Found[] | null>();
  useEffect(() => {
    if (!isOpen) return setFound(undefined);
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const results = await findSnitches(caseId, query, controller.signal);
      if (!controller.signal.aborted) setFound(results);
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [caseId, query, isOpen]);
  return snitches;
}
