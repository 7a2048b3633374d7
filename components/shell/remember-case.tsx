"use client";

import { useEffect } from "react";
import { LAST_CASE_COOKIE } from "./last-case-cookie";

const YEAR_SECONDS = 365 * 24 * 3_600;

/** Remembers the open case in this browser, for the pages outside cases. Scripts set it, because a page cannot set cookies. */
export function RememberCase({ caseId }: { caseId: string }) {
  useEffect(() => {
    const secure = location.protocol === "https:" ? "; secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP.
    document.cookie = `${LAST_CASE_COOKIE}=${caseId}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
  }, [caseId]);
  return null;
}
