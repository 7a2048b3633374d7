"use client";

import { Time } from "@/components/time";
import { Button } from "@/components/ui/button";

type ConnectionBandProps = {
  /** Since when the server cannot be reached. */
  lostAt: Date | null;
  /** Whether the server has another version of the pages. */
  isOutdated: boolean;
};

/** Says that the page is not current, and why. Empty while it is. */
export function ConnectionBand({ lostAt, isOutdated }: ConnectionBandProps) {
  return (
    <div aria-live="polite" className="afloat inset-x-0 grid justify-items-center px-4 print:hidden">
      {lostAt ? (
        <p className={BAND}>
          <span>
            Not connected since <Time at={lostAt} near={lostAt} />. Showing the last known state.
          </span>
        </p>
      ) : (
        isOutdated && (
          <p className={BAND}>
            <span>A new version of Tattle is running. This page no longer updates.</span>
            <Button onClick={() => location.reload()}>Reload</Button>
          </p>
        )
      )}
    </div>
  );
}

const BAND =
  "flex max-w-full flex-wrap items-center gap-x-3 gap-y-1.5 rounded-lg border border-line bg-surface px-4 py-2.5 text-sm shadow-lg";
