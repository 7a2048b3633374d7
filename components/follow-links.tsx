"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { findFollowedLink } from "./followed-link";

/**
 * Follows links to other pages of Tattle without loading the frame of the page again. One listener for all of them: a component for each
 * link would cost the server and the browser time for every one of a hundred. What is not a page, such as a redirect to elsewhere, has
 * `target="_self"`: the browser follows it.
 */
export function FollowLinks() {
  const router = useRouter();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.defaultPrevented ? null : findFollowedLink(event);
      if (!link || link.target) return;
      event.preventDefault();
      router.push(link.href, { scroll: link.dataset.scroll !== "keep" });
    };
    // After the listeners of the page, which may have another use for the click.
    window.addEventListener("click", follow);
    return () => window.removeEventListener("click", follow);
  }, [router]);
  return null;
}
