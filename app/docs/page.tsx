import type { Metadata } from "next";
import { Code } from "@/components/ui/code";
import { env } from "@/lib/platform/env";
import { BulletList, DocPage, DocSection, NumberedList, Paragraph } from "./doc-page";

export const metadata: Metadata = { title: "Your first snitch" };

export default function FirstSnitch() {
  const url = `${env.CHECK_IN_URL}/c0ffee1234abcd56`;
  return (
    <DocPage
      title="Your first snitch"
      lead="A snitch monitors one job: if the job does not check in on time, you get an alert. A case is a workspace: its snitches, people and keys. You can try it in two minutes."
    >
      <DocSection title="Add a snitch">
        <NumberedList
          items={[
            "Sign up, or open your case, and choose Add Snitch.",
            "Name it after the job, and choose how often the job runs. The form shows when you would get an alert.",
            "Its set-up page opens. It shows the check-in URL and examples to copy for cron, systemd, Kubernetes and others.",
          ]}
        />
      </DocSection>
      <DocSection title="Let it check in">
        <Paragraph text="Each snitch has its own URL. Request it with any HTTP client:" />
        <Code text={`curl ${url}`} what="the check-in command" />
        <Paragraph text="The response is `Got it, thanks!`, and the page changes to Healthy. Now put the request at the end of the job, so that it is sent only if the job succeeds:" />
        <Code
          text={`0 3 * * * /usr/local/bin/backup && curl -fsS -m 10 --retry 5 ${url}`}
          what="the crontab line"
        />
      </DocSection>
      <DocSection title="When check-ins stop">
        <Paragraph text="When a whole period has passed without a check-in, the snitch is missing. Everyone in the case gets an e-mail, and each channel of the case is told. You get one alert for each missed period, until the job checks in again or you pause the snitch. You are also notified when the job is back." />
        <BulletList
          items={[
            "A case can have one alert address instead, and a snitch can have its own recipients.",
            "The board of a case shows all its snitches on a screen on the wall: what is wrong first, and in large letters. The list leads to it.",
            "A job can also report when it starts and what it prints. Then you see how long its runs take, and get an alert when one takes too long: see Runs.",
            "For a similar job, duplicate a snitch: its menu in the list opens the form with the same settings.",
            "Add team members, an API key or a channel at any time: the sidebar lists the steps that are left.",
          ]}
        />
      </DocSection>
    </DocPage>
  );
}
