import type { Metadata } from "next";
import { StaleLink } from "@/app/(account)/stale-link";
import { signedInUser } from "@/app/sign-in/session";
import { PageHeader } from "@/components/page-header";
import { Form, Submit } from "@/components/ui/form";
import { findLink, STALE_LINK } from "@/lib/people/users/email-link";
import { DashboardShell } from "../../../dashboard-shell";
import { changeEmailAction } from "../../actions";

export const metadata: Metadata = { title: "Change your address", referrer: "strict-origin" };

export default async function NewAddressPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const user = await signedInUser(`/account/email/${token}`);
  const link = await findLink("email_change", token, new Date());
  return (
    <DashboardShell user={user}>
      {link ? (
        <div className="max-w-md">
          <PageHeader title="Change your address">
            From <span className="wrap-anywhere">{user.email}</span> to{" "}
            <strong className="font-medium wrap-anywhere text-ink">{link.email}</strong>. From then on, you
            sign in with it and alerts go there.
          </PageHeader>
          <Form action={changeEmailAction.bind(null, token)}>
            <div>
              <Submit busy="Changing…">Change Address</Submit>
            </div>
          </Form>
        </div>
      ) : (
        <div className="grid gap-4">
          <StaleLink message={STALE_LINK} href="/account" label="Go to your account" />
        </div>
      )}
    </DashboardShell>
  );
}
