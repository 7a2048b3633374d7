import { DocsLink } from "@/components/docs-link";
import { Section } from "@/components/section";
import type { Browser } from "@/lib/channels/browsers";
import { Browsers } from "./browsers";

type BrowserNotificationsProps = { caseId: string; browsers: Browser[]; publicKey: string; now: Date };

/** In which of their browsers the signed-in member gets the alerts of the case as notifications. */
export const BrowserNotifications = (props: BrowserNotificationsProps) => (
  <Section id="browser-notifications" title="Notifications in this browser">
    <p className="max-w-prose text-ink-quiet">
      Shows the alerts of this case, even when no page of Tattle is open.{" "}
      <DocsLink page="/notifications">How they work</DocsLink>
    </p>
    <noscript>
      <p>To turn them on, allow JavaScript.</p>
    </noscript>
    <Browsers {...props} />
  </Section>
);
