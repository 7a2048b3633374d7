import { Link } from "@/components/ui/link";

type MailBandProps = { caseId?: string; isOperator: boolean };

/** Says on every page that no e-mail reaches anybody, until a mail server is set up. Only the operator can do that. */
export const MailBand = ({ caseId, isOperator }: MailBandProps) => (
  <p className="mb-6 rounded-md border border-line bg-surface-quiet px-3 py-2 text-sm text-ink-quiet print:hidden">
    <strong className="font-medium text-ink">No mail server is set up.</strong>{" "}
    {isOperator ? (
      <>
        Alerts and links are kept in the{" "}
        <Link href="/outbox" className="underline underline-offset-4 hover:text-ink">
          outbox
        </Link>
        , not sent.
      </>
    ) : (
      "Alerts reach nobody by e-mail. Channels are not affected."
    )}{" "}
    <Link
      href={caseId ? `/${caseId}/settings/email` : "/operator/email"}
      className="font-medium whitespace-nowrap text-ink underline underline-offset-4"
    >
      {isOperator ? "Set up e-mail" : "Whom to ask"}
    </Link>
  </p>
);
