"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Between two looks at the server, however much changes. */
const AT_MOST_EVERY_MS = 1_000;

type LiveProps = {
  caseId: string;
  /** How often to look even if nothing is told: healthy check-ins are not. */
  everySeconds?: number;
};

/**
 * Keeps a page current: it looks again when the server tells of a change, and every so often. Not in a hidden tab, nor
 * while a menu or dialog is open, so that nothing moves under the pointer.
 */
export function Live({ caseId, everySeconds = 15 }: LiveProps) {
  const router = useRouter();

  useEffect(() => {
    let source: EventSource | undefined;
    let soon: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      soon = undefined;
      if (document.visibilityState !== "visible") return;
      if (document.querySelector('[role="menu"], [role="dialog"]')) later();
      else router.refresh();
    };
    const later = () => {
      soon ??= setTimeout(look, AT_MOST_EVERY_MS);
    };
    const listen = () => {
      source?.close();
      source = undefined;
      if (document.visibilityState !== "visible") return;
      source = new EventSource(`/${caseId}/live`);
      source.addEventListener("changed", later);
    };
    const show = () => {
      listen();
      later();
    };
    listen();
    document.addEventListener("visibilitychange", show);
    const timer = setInterval(later, everySeconds * 1_000);
    return () => {
      source?.close();
      clearTimeout(soon);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", show);
    };
  }, [router, caseId, everySeconds]);

  return null;
}
