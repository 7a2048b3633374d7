import { oneLine, truncate } from "@/lib/rules/messages/format";
import type { MailContent } from "./content";
import type { TransactionalFacts } from "./transactional-facts";

const MAX_SUBJECT_CHARACTERS = 60;

type Facts = TransactionalFacts<"address_marked">;

const LEADS: Record<Facts["mark"], string> = {
  bounced:
    "Its mail server permanently refused an email, so Tattle no longer sends alerts to it. They go to the case’s alert address instead, or to the members if there is none.",
  complained:
    "Its recipient reported an email as spam, so Tattle no longer sends alerts to it. They go to the case’s alert address instead, or to the members if there is none.",
};

/** Says to those who may change it that a case’s emails do not reach an address. */
export function addressMarkedContent({ caseName, address, mark, reason, url }: Facts): MailContent {
  const shortAddress = truncate(oneLine(address), MAX_SUBJECT_CHARACTERS);
  const title =
    mark === "bounced" ? `Emails to ${shortAddress} bounce` : `${shortAddress} reported an email as spam`;
  return {
    subject: `▲ ${title}`,
    about: oneLine(caseName),
    badge: { tone: "failed", mark: "▲", label: "Emails stopped" },
    title,
    lead: LEADS[mark],
    facts: [{ label: "Address", value: oneLine(address) }],
    quotes: reason ? [{ label: "Response of the mail server", body: oneLine(reason), as: "output" }] : [],
    button: { label: "Open Settings", url },
    closing: {
      words:
        "This is the only email about this. Correct the address, choose another one, or, once it works again, allow emails to it again",
      link: { label: "in the case’s settings", url },
    },
  };
}
