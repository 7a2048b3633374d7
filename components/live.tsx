"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { probe, waitAfter } from "./connection";
import { ConnectionBand } from "./connection-band";

/** The shortest time between two refreshes. */
const MIN_INTERVAL_MS = 1_000;

/** Whether someone is typing, or has typed something on this page that is not saved. */
const isInUse = () =>
  document.activeElement?.matches("input, textarea, select") ||
  Object.keys(sessionStorage).some((key) => key.startsWith(`draft ${location.pathname} `));

const RELOADED_AT = "reloaded at";

/** While old and new servers run side by side, reloading may lead back to an old one. */
function reloadOnceAMinute(): void {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < 60_000) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}

type LiveProps = {
  /** Also refresh when the server announces a change of this case. */
  caseId?: string;
  /** How often to refresh without an announcement: healthy check-ins are not announced. */
  everySeconds?: number;
};

/**
 * Keeps the page current. It refreshes at intervals and on announced changes, but not in a hidden tab, and not while a
 * menu or dialog is open, so that nothing moves under the pointer. While the server cannot be reached, the page stays as it
 * is, and a band says since when.
 */
export function Live({ caseId, everySeconds = 15 }: LiveProps) {
  const router = useRouter();
  const [lostAt, setLostAt] = useState<Date | null>(null);
  const [isOutdated, setOutdated] = useState(false);

  useEffect(() => {
    let source: EventSource | undefined;
    let scheduled: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    let hasEnded = false;

    const isBusy = () => document.querySelector('[role="menu"], [role="dialog"]') !== null;
    const refresh = async () => {
      scheduled = undefined;
      if (document.visibilityState !== "visible") return;
      if (isBusy()) return refreshIn(MIN_INTERVAL_MS);
      const connection = await probe();
      if (hasEnded) return;
      if (connection === "lost") {
        failures += 1;
        setLostAt((since) => since ?? new Date());
        refreshIn(waitAfter(failures));
        return;
      }
      failures = 0;
      setLostAt(null);
      setOutdated(connection === "outdated");
      if (connection === "outdated") {
        // A refresh would load the page again, and interrupt someone who is typing.
        if (!isInUse()) reloadOnceAMinute();
        return;
      }
      if (source?.readyState === EventSource.CLOSED) listen();
      router.refresh();
    };
    const refreshIn = (ms: number) => {
      scheduled ??= setTimeout(refresh, ms);
    };
    const refreshSoon = () => refreshIn(MIN_INTERVAL_MS);
    const refreshNow = () => {
      clearTimeout(scheduled);
      void refresh();
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
    window.addEventListener("online", refreshNow);
    window.addEventListener("offline", refreshNow);
    const timer = setInterval(refreshSoon, everySeconds * 1_000);
    return () => {
      hasEnded = true;
      source?.close();
      clearTimeout(scheduled);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisibilityChange);
      window.removeEventListener("online", refreshNow);
      window.removeEventListener("offline", refreshNow);
    };
  }, [router, caseId, everySeconds]);

  return <ConnectionBand lostAt={lostAt} isOutdated={isOutdated} />;
}
