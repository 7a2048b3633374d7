"use client";

import { useEffect } from "react";

/** `pages`: where what an anchor of this page named has moved to. A server does not see anchors, so scripts follow them. */
export function FormerAnchors({ pages }: { pages: Record<string, string> }) {
  useEffect(() => {
    const follow = () => {
      const moved = Object.entries(pages).find(([anchor]) => location.hash === `#${anchor}`)?.[1];
      if (moved) location.replace(moved);
    };
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [pages]);
  return null;
}
