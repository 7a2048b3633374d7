type WhoToAskProps = {
  isSetUp: boolean;
  /** The operator’s address, if members may see it. */
  operator: string | null;
};

/** Tells members whether emails are sent, and whom to ask. */
export function WhoToAsk({ isSetUp, operator }: WhoToAskProps) {
  return (
    <div className="grid max-w-prose gap-3">
      <p className="flex gap-2">
        <span aria-hidden className={isSetUp ? "text-healthy" : "text-errored"}>
          {isSetUp ? "●" : "○"}
        </span>
        {isSetUp
          ? "Emails are sent through a mail server."
          : "No mail server is set up. Alerts, invitations and links are kept in the outbox, not sent. Channels are not affected."}
      </p>
      <p className="text-ink-quiet">
        Only the operator of this installation can {isSetUp ? "change" : "set up"} email
        {isSetUp ? "" : " and read the outbox"}.{" "}
        {operator ? (
          <>
            Ask{" "}
            <a href={`mailto:${operator}`} className="wrap-anywhere text-ink underline underline-offset-4">
              {operator}
            </a>
            .
          </>
        ) : (
          "Ask them."
        )}
      </p>
    </div>
  );
}
