import type { Metadata } from "next";
import { Doc, P, Part, Points } from "../doc";

export const metadata: Metadata = { title: "Smart alerts" };

export default function Smart() {
  return (
    <Doc
      title="Smart alerts"
      lead="A basic snitch waits for the end of the period. A smart one learns when the job usually reports, and tells you soon after it should have."
    >
      <Part title="The rule">
        <P text="For each of the last 7 periods that had one, it remembers how far into the period the first healthy check-in came. Once it knows at least 3, and the earliest and the latest of them lie within a quarter of the interval, the deadline moves from the end of the next period to its start, plus the latest of them, plus a tenth of the interval. It is never later than the basic one." />
        <P text="A daily job that reports between 03:00 and 03:40 is due by 06:04, so that you know before breakfast instead of at midnight." />
      </Part>
      <Part title="What it is for">
        <Points
          of={[
            "Jobs with one check-in per period, at about the same time. It copes with some jitter, and follows a job that slowly drifts.",
            "Hourly intervals and longer. Intervals of minutes are told of soon enough as they are.",
          ]}
        />
      </Part>
      <Part title="See what it learned">
        <P text="The snitch’s page says when the job usually checks in, when you would hear, and why, and draws the times of the latest check-ins with what it counts on. Changing the interval or the alert type begins anew." />
      </Part>
    </Doc>
  );
}
