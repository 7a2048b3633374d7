"use client";

import { useEffect, useState } from "react";
import { Link } from "@/components/ui/link";

/** Keeps the screen on while the board is visible. Null until it is known whether this browser can. */
function useAwakeScreen(): boolean | null {
  const [isAwake, setAwake] = useState<boolean | null>(null);
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let hasEnded = false;
    const request = async () => {
      if (document.visibilityState !== "visible") return;
      // Absent without HTTPS. Refused while the battery is low, for example.
      const granted = await navigator.wakeLock?.request("screen").catch(() => undefined);
      if (hasEnded) return void granted?.release();
      lock = granted;
      setAwake(lock !== undefined);
      lock?.addEventListener("release", () => setAwake(false));
    };
    void request();
    // The browser releases it when the tab is hidden.
    document.addEventListener("visibilitychange", request);
    return () => {
      hasEnded = true;
      document.removeEventListener("visibilitychange", request);
      void lock?.release();
    };
  }, []);
  return isAwake;
}

const LINK = "rounded py-1 underline-offset-4 hover:text-ink hover:underline";

/** The way out of the board, full screen, and whether the screen stays on. */
export function Screen({ caseId }: { caseId: string }) {
  const isAwake = useAwakeScreen();
  const toggle = () =>
    void (document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen());
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-[max(0.875rem,0.9vw)] text-ink-quiet">
      {isAwake !== null && (
        <span>{isAwake ? "The screen stays on." : "This browser may turn the screen off."}</span>
      )}
      <button type="button" onClick={toggle} className={`${LINK} noscript:hidden`}>
        Full Screen
      </button>
      <Link href={`/${caseId}`} className={LINK}>
        Close Board
      </Link>
    </p>
  );
}
