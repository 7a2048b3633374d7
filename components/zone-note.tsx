"use client";

import { useTimeDisplay } from "./time";
import { Link } from "./ui/link";

/** Names the zone of all times on a page. A page has one. */
export function ZoneNote({ className, canChange = false }: { className?: string; canChange?: boolean }) {
  const { zone } = useTimeDisplay();
  return (
    <p className={className}>
      Times are in {zone}.
      {canChange && (
        <>
          {" "}
          <Link href="/account#display" className="underline underline-offset-4 hover:text-ink print:hidden">
            Change
          </Link>
        </>
      )}
    </p>
  );
}
