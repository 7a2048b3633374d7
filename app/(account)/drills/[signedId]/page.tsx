import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { currentUser } from "@/app/sign-in/session";
import { Time } from "@/components/time";
import { Form, Submit } from "@/components/ui/form";
import { ZoneNote } from "@/components/zone-note";
import { findDrillMessage } from "@/lib/drills/confirm";
import { confirmDrillAction } from "./actions";

export const metadata: Metadata = {
  title: "Fire drill",
  // Without an origin, the form would be refused where scripts are off.
  referrer: "strict-origin",
  robots: { index: false },
};

/** Confirms that a message of a fire drill has arrived. By a button: link previews and mail scanners open every link. */
export default async function DrillMessagePage({ params }: { params: Promise<{ signedId: string }> }) {
  const { signedId } = await params;
  const message = await findDrillMessage(signedId, new Date());
  if (!message) notFound();
  const user = await currentUser();
  const { caseName, startedAt, confirmedAt } = message;
  if (confirmedAt)
    return (
      <>
        <h1 className="text-xl font-semibold">Thank you</h1>
        <p role="status" className="wrap-anywhere text-ink-quiet">
          This message from the fire drill of <Name>{caseName}</Name> was confirmed on{" "}
          <Time at={confirmedAt} />. You don’t need to do anything else.
        </p>
        <ZoneNote className="text-sm text-ink-quiet" />
      </>
    );
  return (
    <>
      <h1 className="text-xl font-semibold wrap-anywhere">
        Fire drill of <bdi>{caseName}</bdi>
      </h1>
      <p className="text-ink-quiet">
        Confirm that you received this message. It was sent on <Time at={startedAt} /> to test alert delivery.
        It isn’t about a real job.
      </p>
      {user && (
        <p className="text-ink-quiet wrap-anywhere">
          If you are a member of the case, others in it see that you confirmed it as <Name>{user.email}</Name>
          .
        </p>
      )}
      <ZoneNote className="text-sm text-ink-quiet" />
      <Form action={confirmDrillAction.bind(null, signedId)}>
        <Submit busy="Confirming…" className="h-9">
          Confirm
        </Submit>
      </Form>
    </>
  );
}

const Name = ({ children }: { children: string }) => (
  <strong className="font-medium wrap-anywhere text-ink">
    <bdi>{children}</bdi>
  </strong>
);
