import type { MailContent } from "./content";
import { oneLine, truncate } from "./format";
import type { TransactionalFacts } from "./transactional-facts";

const MAX_SUBJECT_CHARACTERS = 60;

type Facts = TransactionalFacts<"address_marked">;

const LEADS: Record<Facts["mark"], string> = {
  bounced:
    "Its mail server refused an e-mail permanently, so Tattle sends no more alerts to it. They go to a substitute: the case’s alert address, or else the members.",
  complained:
    "Its reader reported an e-mail as spam, so Tattle sends no more alerts to it. They go to a substitute: the case’s alert address, or else the members.",
};

/** Says to those who may change it that a case’s e-mails do not reach an address. */
export function addressMarkedContent({ caseName, address, mark, reason, url }: Facts): MailContent {
  const shortAddress = truncate(oneLine(address), MAX_SUBJECT_CHARACTERS);
  const title =
    mark === "bounced" ? `E-mails to ${shortAddress} bounce` : `${shortAddress} reported an e-mail as spam`;
  return {
    subject: `▲ ${title}`,
    about: oneLine(caseName),
    badge: { tone: "failed", mark: "▲", label: "E-mails do not arrive" },
    title,
    lead: LEADS[mark],
    facts: [{ label: "Address", value: oneLine(address) }],
    quotes: reason ? [{ label: "What the mail server said", body: oneLine(reason), as: "output" }] : [],
    button: { label: "Open Settings", url },
    closing: {
      words:
        "There is no further e-mail about this. Correct the address, choose another, or, when it works again, send to it again",
      link: { label: "in the case’s settings", url },
    },
  };
}
