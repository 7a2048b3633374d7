import { Link } from "@/components/ui/link";

/** Reminds the operator on every page that no e-mail is sent, until a mail server is set up. */
export const MailBand = ({ caseId }: { caseId?: string }) => (
  <p className="mb-6 rounded-md border border-line bg-surface-quiet px-3 py-2 text-sm text-ink-quiet print:hidden">
    <strong className="font-medium text-ink">No mail server is set up.</strong> Alerts and links are kept in
    the{" "}
    <Link href="/outbox" className="underline underline-offset-4 hover:text-ink">
      outbox
    </Link>
    , not sent.{" "}
    <Link
      href={caseId ? `/${caseId}/settings/email` : "/operator/email"}
      className="font-medium whitespace-nowrap text-ink underline underline-offset-4"
    >
      Set up e-mail
    </Link>
  </p>
);
