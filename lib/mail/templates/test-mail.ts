import { oneLine, timesIn } from "@/lib/rules/messages/format";
import type { MailContent } from "./content";

type TestMail = { requestedBy: string; at: Date; zone: string; url: string };

/** An email by which the operator tries out the mail server. */
export const testMailContent = ({ requestedBy, at, zone, url }: TestMail): MailContent => ({
  subject: "Test email from Tattle",
  title: "Test email from Tattle",
  lead: "If you’re reading this in your inbox, Tattle can send email.",
  facts: [
    { label: "Requested by", value: oneLine(requestedBy) },
    { label: "At", value: timesIn(zone)(at) },
  ],
  button: { label: "Open Tattle", url },
  closing: { words: "This email is only a test." },
});
