import type { Metadata } from "next";
import { BulletList, DocPage, DocSection, Paragraph } from "../doc-page";

export const metadata: Metadata = { title: "Notifications in the browser" };

export default function Notifications() {
  return (
    <DocPage
      title="Notifications in the browser"
      lead="Your computer or phone shows the alerts of a case, also while no page of Tattle is open."
    >
      <DocSection title="Turn them on">
        <Paragraph text="In each browser that is to be told: open Settings of the case, “Notifications in this browser”, press “Turn On in This Browser”, and allow notifications when the browser asks. “Send Test” shows one at once." />
        <BulletList
          items={[
            "Each person chooses for themselves, in at most ten browsers for each case. Everyone in the case may, viewers too.",
            "On an iPhone or iPad, add Tattle to the Home Screen first, and open it there.",
            "Browsers allow notifications only of sites that are opened by https, and of localhost.",
          ]}
        />
      </DocSection>
      <DocSection title="What is shown">
        <Paragraph text="The name of the snitch, what is wrong, and its last message. All alerts of one incident are one notification: each replaces the one before, and the end replaces them all. Only bad news makes a sound again. A click opens the incident." />
        <Paragraph text="While the computer is off, the maker of the browser keeps the latest message of each incident for a day." />
      </DocSection>
      <DocSection title="Who can read it">
        <Paragraph text="Messages go through the push service of the browser’s maker (Google, Mozilla, Apple or Microsoft). They are encrypted for your browser: the push service sees when and how much is sent, not what." />
        <Paragraph text="Whoever uses your computer sees the notifications. Signing out of Tattle does not turn them off: turn them off in the settings of the case, in any browser. They end when you leave the case." />
      </DocSection>
      <DocSection title="When nothing appears">
        <BulletList
          items={[
            "Send a test. If it was accepted, look at the settings of your system: it must let the browser show notifications, and may hide them while you are not to be disturbed.",
            "If you had blocked them, allow them in the browser’s settings for this site, and reload the page.",
            "A browser that no longer takes messages, because you reset it or withdrew the permission, is removed from your list. Turn notifications on again in it.",
            "Some browsers switch their push service off by default, such as Brave: look for “push messaging” in their settings.",
          ]}
        />
      </DocSection>
      <DocSection title="For the people who run Tattle">
        <Paragraph text="The worker must reach the push services by https, directly or through OUTBOUND_PROXY: fcm.googleapis.com (Chrome), jmt17.google.com (Chromium), *.push.services.mozilla.com, web.push.apple.com and *.notify.windows.com. The key by which they know this installation is in the database and in its backups, sealed with AUTH_SECRET. With another database or secret, everyone turns notifications on again." />
        <Paragraph text="Such a browser is a channel of the case: managers see it as “Browser of ann@example.com (Firefox on Linux)” and may switch it off or remove it. It does not count towards the twenty channels of a case." />
      </DocSection>
    </DocPage>
  );
}
