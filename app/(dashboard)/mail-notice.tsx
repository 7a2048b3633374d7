import { Link } from "@/components/ui/link";

/**
 * Says on every page that no email reaches anyone, until a mail server is set up. Only the operator can do that. It stands in the
 * sidebar, where it takes no room from the page; where there is none, in a line at the top, which leads to the rest.
 */
export const MailNotice = ({ caseId, isOperator }: { caseId?: string; isOperator: boolean }) => (
  <p className="border-t border-line px-4 py-2 text-sm sm:px-8 text-ink-quiet lg:rounded-lg lg:border lg:bg-surface lg:p-2.5 lg:text-xs">
    <strong className="font-medium text-ink">No mail server is set up.</strong>{" "}
    <span className="max-lg:hidden">
      {isOperator ? (
        <>
          Alerts and links are kept in the{" "}
          <Link href="/outbox" className="underline underline-offset-4 hover:text-ink">
            outbox
          </Link>
          , not sent.
        </>
      ) : (
        "No one receives alerts by email. Channels still work."
      )}
    </span>{" "}
    <Link
      href={caseId ? `/${caseId}/settings/email` : "/operator/email"}
      className="font-medium whitespace-nowrap text-ink underline underline-offset-4"
    >
      {isOperator ? "Set up email" : "Whom to ask"}
    </Link>
  </p>
);
