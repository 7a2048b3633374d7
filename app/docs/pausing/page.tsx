import type { Metadata } from "next";
import { Code } from "@/components/ui/code";
import { env } from "@/lib/platform/env";
import { Doc, P, Part, Points } from "../doc";

export const metadata: Metadata = { title: "Pausing" };

export default function Pausing() {
  return (
    <Doc
      title="Pausing"
      lead="While a snitch is paused, nobody is alerted. Check-ins and errors are still recorded."
    >
      <Part title="Three ways to end">
        <Points
          of={[
            "Until it checks in again: the next healthy check-in ends the pause. This is the default, and right for a job that you have stopped.",
            "Until I unpause it: only a person, or the API, ends it. Right for a job that runs while you work on it.",
            "Until a time: it ends by itself, for maintenance that is planned.",
          ]}
        />
        <P text="A pause that ends by hand or by time grants a fresh period, so that nobody is told of time spent paused. After three days we remind you once that it still stands." />
      </Part>
      <Part title="From a script">
        <P text="Pause around a deployment, with an API key of the case:" />
        <Code
          text={`curl -u "$TATTLE_KEY:" -X POST ${env.APP_URL}/v1/snitches/c0ffee1234abcd56/pause`}
          what="the pause command"
        />
        <P
          text={
            'With the body `{"until": "unpaused"}`, or a time such as `2030-01-01T06:00:00Z` in its place, it ends in another way.'
          }
        />
      </Part>
      <Part title="When it cannot be paused">
        <P text="A snitch that has never checked in is pending: it alerts nobody, and cannot be paused. One that was missing for two years is paused by itself." />
      </Part>
    </Doc>
  );
}
