"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Asks the server again every so often while somebody looks, but never while a menu or dialog is open. */
export function Refresh({ everySeconds }: { everySeconds: number }) {
  const router = useRouter();

  useEffect(() => {
    const refresh = () => {
      const isBusy = document.querySelector('[role="menu"], [role="dialog"]');
      if (document.visibilityState === "visible" && !isBusy) router.refresh();
    };
    const timer = setInterval(refresh, everySeconds * 1000);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [router, everySeconds]);

  return null;
}
