import type { Metadata } from "next";
import { currentReader } from "@/app/sign-in/reader";
import { signedInUser } from "@/app/sign-in/session";
import { DocsLink, Empty, PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { ButtonLink } from "@/components/ui/button";
import { listUserCases } from "@/lib/cases/find";
import { findMemberEmails } from "@/lib/cases/member-emails";
import { findMembership, type Membership } from "@/lib/cases/members";
import { type Browser, listBrowsers } from "@/lib/channels/browsers";
import { vapidPublicKey } from "@/lib/channels/vapid-keys";
import { isUuid } from "@/lib/rules/uuid";
import { DashboardShell } from "../../dashboard-shell";
import { lastMembershipOf } from "../../last-membership";
import { AccountTabs } from "../tabs";
import { Browsers } from "./browsers";
import { ChooseCase } from "./choose-case";
import { OwnEmails } from "./own-emails";

export const metadata: Metadata = { title: "Your notifications" };

const PATH = "/account/notifications";

type NotificationsPageProps = { searchParams: Promise<{ case?: string | string[] }> };

/** What a person gets of a case, and when: `?case=ID`, or else the case that they saw last. */
export default async function NotificationsPage({ searchParams }: NotificationsPageProps) {
  const { case: asked } = await searchParams;
  const user = await signedInUser(isUuid(asked) ? `${PATH}?case=${asked}` : PATH);
  const fromQuery = isUuid(asked) ? await findMembership(asked, user) : null;
  const membership = fromQuery ?? (await lastMembershipOf(user));
  const cases = await listUserCases(user.id);
  return (
    <DashboardShell user={user}>
      <PageHeader title="Your account">
        <span className="wrap-anywhere">{user.email}</span>
      </PageHeader>
      <AccountTabs path={PATH} />
      {membership ? (
        <>
          <ChooseCase path={PATH} cases={cases} currentId={membership.theCase.id} />
          <OfCase key={membership.theCase.id} userId={user.id} theCase={membership.theCase} />
        </>
      ) : (
        <Empty title="You’re not in a case yet">
          <p>Once you join one, you can choose which of its alerts you get, and when.</p>
          <ButtonLink href="/cases/new">New Case</ButtonLink>
        </Empty>
      )}
    </DashboardShell>
  );
}

async function OfCase({ userId, theCase }: { userId: string; theCase: Membership["theCase"] }) {
  const [ownEmails, browsers, publicKey, { display }] = await Promise.all([
    findMemberEmails(theCase.id, userId),
    listBrowsers(theCase.id, userId),
    vapidPublicKey(),
    currentReader(),
  ]);
  return (
    <>
      {ownEmails && (
        <OwnEmails
          caseId={theCase.id}
          value={ownEmails}
          ofCase={theCase.emailFrequency}
          readerZone={display.zone}
        />
      )}
      <BrowserNotifications caseId={theCase.id} browsers={browsers} publicKey={publicKey} now={new Date()} />
    </>
  );
}

type BrowserNotificationsProps = { caseId: string; browsers: Browser[]; publicKey: string; now: Date };

/** In which of their browsers the signed-in member gets the alerts of the case as notifications. */
const BrowserNotifications = (props: BrowserNotificationsProps) => (
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
