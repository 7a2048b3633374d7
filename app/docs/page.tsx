import type { Metadata } from "next";
import { Code } from "@/components/ui/code";
import { env } from "@/lib/platform/env";
import { Doc, P, Part, Points, Steps } from "./doc";

export const metadata: Metadata = { title: "Your first snitch" };

export default function FirstSnitch() {
  const url = `${env.CHECK_IN_URL}/c0ffee1234abcd56`;
  return (
    <Doc
      title="Your first snitch"
      lead="A snitch watches one job. The job tells us it ran; if it doesn’t, we tell you. It takes two minutes to see all of it."
    >
      <Part title="Add it">
        <Steps
          of={[
            "Sign up, or open your case, and choose Add Snitch.",
            "Name it after the job, and say how often the job runs. The form shows when you would hear.",
            "You arrive at its set-up page. It shows the snitch’s check-in URL, and lines to paste for wherever the job runs.",
          ]}
        />
      </Part>
      <Part title="Let it check in">
        <P text="Each snitch has a URL of its own. Request it with anything that speaks HTTP:" />
        <Code text={`curl ${url}`} what="the check-in command" />
        <P text="The answer is `Got it, thanks!`, and the page turns to Healthy by itself. Now put the request at the end of the job, so that it is made only when the job has succeeded:" />
        <Code
          text={`0 3 * * * /usr/local/bin/backup && curl -fsS -m 10 --retry 5 ${url}`}
          what="the crontab line"
        />
      </Part>
      <Part title="What happens when the job goes quiet">
        <P text="When a whole period has passed without a check-in, the snitch is missing. Everybody in the case gets an e-mail, and each webhook of the case gets a request. You hear once for each period that is missed, until the job reports again or you pause the snitch; then you hear that it is back." />
        <Points
          of={[
            "A case can have one alert address instead of everybody, and a snitch can name its own recipients.",
            "Add a teammate, an API key or a webhook whenever you like: the sidebar lists what is left.",
          ]}
        />
      </Part>
    </Doc>
  );
}
