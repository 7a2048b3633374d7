"use client";

import { useEffect } from "react";
import { isAway, probe } from "./connection";
import { toast } from "./ui/toast";

const STAYS = "Tattle cannot be reached, so this page stays open. Try again when you are connected.";

/** Navigates, unless the server cannot be reached: then the page stays, and a message says why. */
export function whenReachable(navigate: () => void): void {
  if (!isAway()) navigate();
  else void probe().then((connection) => (connection === "lost" ? toast(STAYS) : navigate()));
}

/** The link to another page of Tattle that a click follows in this tab; null if there is none. */
function findFollowed(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return null;
  if (link.origin !== location.origin || link.target === "_blank" || link.hasAttribute("download"))
    return null;
  const isOnThisPage = link.pathname === location.pathname && link.search === location.search && link.hash;
  return isOnThisPage ? null : link;
}

/**
 * Keeps the page when a link is followed while the server cannot be reached, in place of the browser’s error page. Clicks are
 * only held while that is so: holding each one would disturb the keyboard and the question about unsaved changes.
 */
export function KeepPage() {
  useEffect(() => {
    let isFollowing = false;
    const hold = (event: MouseEvent) => {
      if (isFollowing || !isAway()) return;
      const link = findFollowed(event);
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      whenReachable(() => {
        isFollowing = true;
        link.click();
        isFollowing = false;
      });
    };
    // Before the question about unsaved changes, which listens at the document.
    window.addEventListener("click", hold, { capture: true });
    return () => window.removeEventListener("click", hold, { capture: true });
  }, []);
  return null;
}
