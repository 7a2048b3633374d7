import type { MailContent } from "./content";
import { inUtc, oneLine } from "./format";

type TestMail = { requestedBy: string; at: Date; url: string };

/** An e-mail by which the operator tries out the mail server. */
export const testMailContent = ({ requestedBy, at, url }: TestMail): MailContent => ({
  subject: "Test e-mail from Tattle",
  title: "Test e-mail from Tattle",
  lead: "If you read this in your mailbox, Tattle can reach people by e-mail.",
  facts: [
    { label: "Requested by", value: oneLine(requestedBy) },
    { label: "At", value: inUtc(at) },
  ],
  button: { label: "Open Tattle", url },
  closing: { words: "Nobody is missing: this e-mail is only a test." },
});
