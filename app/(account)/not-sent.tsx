import { sendsRealEmail } from "@/lib/mail/provider";

/** Says before the form that no email will come, while no mail server is set up. Renders nothing otherwise. */
export function NoMailServer() {
  if (sendsRealEmail()) return null;
  return (
    <p className="rounded-md border border-line bg-surface-quiet px-3 py-2 text-sm text-ink-quiet">
      <strong className="font-medium text-ink">No mail server is set up,</strong> so you won’t get an email.
      The link is kept in the outbox: ask the operator of this installation for it.
    </p>
  );
}

/** What to say after a form that makes an email with a link: `sent` if a mail server gets it, else how to get the link. */
export const afterRequest = (text: string, captured: string): string => (sendsRealEmail() ? text : captured);
