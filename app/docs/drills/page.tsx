import type { Metadata } from "next";
import { BulletList, DocPage, DocSection, NumberedList } from "../doc-page";

export const metadata: Metadata = { title: "Fire drills" };

export default function Drills() {
  return (
    <DocPage
      title="Fire drills"
      lead="A fire drill shows whether alerts would reach people: not only whether a service takes them, but whether somebody sees them."
    >
      <DocSection title="How it works">
        <NumberedList
          items={[
            "An owner or an admin chooses “Send Fire Drill” under Channels → Fire drills.",
            "Each channel that is switched on gets one message, and each address that alerts are e-mailed to gets one e-mail. All of them are marked as a fire drill.",
            "Each message has a link of its own. Whoever reads it opens the link and chooses “Confirm”.",
            "The page of the drill shows what became of each message, and when it was confirmed.",
          ]}
        />
      </DocSection>
      <DocSection title="Who is told">
        <BulletList
          items={[
            "Channels: all that are switched on, whichever alerts they get.",
            "E-mail: the recipients of the case and of its snitches, and the members in its escalation. Quiet hours do not apply: somebody asks for the message now.",
            "Addresses that have unsubscribed, have not confirmed, or are known to bounce get nothing.",
          ]}
        />
      </DocSection>
      <DocSection title="What to know">
        <BulletList
          items={[
            "To open a link confirms nothing; only the button does. Mail scanners and link previews open links, too.",
            "Nobody has to sign in to confirm. Tattle keeps when a message was confirmed, and not by whom: in a chat, one member confirms for all.",
            "On-call services open an incident for the drill, so that they page somebody. Resolve it there afterwards.",
            "A webhook gets the same event as in a test, with the link in `notes`: its format has none for drills.",
            "A case can start one drill in ten minutes. Links work for 30 days, and drills are kept as long as alerts.",
          ]}
        />
      </DocSection>
    </DocPage>
  );
}
