import { oneLine, truncate, type WriteTime } from "@/lib/rules/messages/format";
import type { MailContent } from "./content";
import type { TransactionalFacts } from "./transactional-facts";

const MAX_CHARACTERS = 80;

const shortened = (text: string) => truncate(oneLine(text), MAX_CHARACTERS);
const formatHost = (target: string) => (URL.canParse(target) ? new URL(target).host : target);

/** A channel that Tattle has switched off: why, and what to do. */
export function switchedOffContent(
  facts: TransactionalFacts<"webhook_switched_off">,
  writeTime: WriteTime,
): MailContent {
  const { caseName, target, failingSince, lastResponse, service, reason, url } = facts;
  const noun = service === undefined ? "Webhook" : "Channel";
  const why = reason
    ? `${oneLine(reason)} Tattle no longer sends alerts to this ${noun.toLowerCase()}.`
    : "It has not accepted an alert for three days, so Tattle no longer sends alerts to it.";
  return {
    subject: `▲ ${noun} switched off: ${shortened(formatHost(target))}`,
    about: oneLine(caseName),
    badge: { tone: "failed", mark: "▲", label: `${noun} switched off` },
    title: oneLine(formatHost(target)),
    lead: `${why} Emails are still sent.`,
    facts: [
      service === undefined
        ? { label: "URL", value: oneLine(target) }
        : { label: "Service", value: oneLine(service) },
      ...(reason ? [] : [{ label: "Failing since", value: writeTime(failingSince) }]),
      { label: "Last response", value: shortened(lastResponse) },
    ],
    button: { label: `Open ${noun}`, url },
    closing: {
      words: `This is the only email about this. Once the ${noun.toLowerCase()} works again,`,
      link: { label: "switch it back on, or remove it", url },
    },
  };
}
