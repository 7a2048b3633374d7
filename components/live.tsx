"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** The shortest time between two refreshes. */
const MIN_INTERVAL_MS = 1_000;

type LiveProps = {
  /** Also refresh when the server announces a change of this case. */
  caseId?: string;
  /** How often to refresh without an announcement: healthy check-ins are not announced. */
  everySeconds?: number;
};

/**
 * Keeps the page current. It refreshes at intervals and on announced changes, but not in a hidden tab, and not while a
 * menu or dialog is open, so that nothing moves under the pointer.
 */
export function Live({ caseId, everySeconds = 15 }: LiveProps) {
  const router = useRouter();

  useEffect(() => {
    let source: EventSource | undefined;
    let scheduled: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      scheduled = undefined;
      if (document.visibilityState !== "visible") return;
      if (document.querySelector('[role="menu"], [role="dialog"]')) refreshSoon();
      else router.refresh();
    };
    const refreshSoon = () => {
      scheduled ??= setTimeout(refresh, MIN_INTERVAL_MS);
    };
    const listen = () => {
      source?.close();
      source = undefined;
      if (!caseId || document.visibilityState !== "visible") return;
      source = new EventSource(`/${caseId}/live`);
      source.addEventListener("changed", refreshSoon);
    };
    const onVisibilityChange = () => {
      listen();
      refreshSoon();
    };
    listen();
    document.addEventListener("visibilitychange", onVisibilityChange);
    const timer = setInterval(refreshSoon, everySeconds * 1_000);
    return () => {
      source?.close();
      clearTimeout(scheduled);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisibilityChange);
    };
  }, [router, caseId, everySeconds]);

  return null;
}
