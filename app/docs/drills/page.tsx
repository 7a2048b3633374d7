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
      <DocSection title="Every month">
        <p>
          Owners and admins can let Tattle start one each month: Channels → Fire drills → “Monthly fire
          drill”. It is off at first. The page shows when the next one is.
        </p>
        <BulletList
          items={[
            "It starts at a full hour of the first weekday (Monday to Friday), or of the first Monday to Sunday, by the clocks of a time zone. If clocks skip the hour, it starts an hour later.",
            "Each month has at most one, even if the plan is changed. Those that people start do not count.",
            "If Tattle was down, it starts up to a day late. Later than that, while the case is on hold, or with nobody to tell, it is skipped. The page and the audit log say so.",
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
            "Nobody has to sign in to confirm. Tattle keeps when each message was confirmed, and the address of a member of the case who is signed in. In a chat, one member confirms for all.",
            "After 24 hours, the page names all who have not confirmed. Later confirmations count, too.",
            "On-call services open an incident for the drill, so that they page somebody, and GitHub an issue. Tattle resolves it when its message is confirmed, or after 24 hours.",
            "Who was told and who confirmed stays when a channel is removed or a person leaves.",
            "A webhook gets the same event as in a test, with the link in `notes`: its format has none for drills.",
            "A case can start one drill in ten minutes. Links work for 30 days, and drills are kept as long as alerts.",
          ]}
        />
      </DocSection>
    </DocPage>
  );
}
