"use client";

import { useEffect } from "react";
import { isAway, probe } from "./connection";
import { findFollowedLink } from "./followed-link";
import { toast } from "./ui/toast";

const STAYS = "Couldn’t connect to Tattle, so this page stays open. Try again once you’re online.";

/** Navigates, unless the server cannot be reached: then the page stays, and a message says why. */
export function whenReachable(navigate: () => void): void {
  if (!isAway()) navigate();
  else void probe().then((connection) => (connection === "lost" ? toast(STAYS) : navigate()));
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
      const link = findFollowedLink(event);
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
