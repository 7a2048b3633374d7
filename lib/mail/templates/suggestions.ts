import { formatCount } from "@/lib/rules/format-count";
import { listLines, oneLine, type WriteTime, withoutLinks } from "@/lib/rules/messages/format";
import { formatSuggested, type Suggested } from "@/lib/rules/suggestions/suggested";
import { SUGGESTION_TITLES } from "@/lib/rules/suggestions/suggestion";
import type { MailContent } from "./content";
import type { TransactionalFacts } from "./transactional-facts";

type Facts = TransactionalFacts<"suggestions">;

/** “Backup. Still wanted? It has been missing since …” */
export const formatSuggestion = (
  { name, suggested }: Facts["suggestions"][number],
  writeTime: WriteTime,
): string =>
  `${oneLine(name)}. ${SUGGESTION_TITLES[suggested.kind]}${suggested.kind === "stale" ? "" : "."} ${formatSuggested(withPlainHosts(suggested), writeTime)}`;

/** Anyone with a check-in URL names a host. */
const withPlainHosts = (suggested: Suggested): Suggested =>
  suggested.kind === "too_often"
    ? { ...suggested, hosts: suggested.hosts.map((host) => withoutLinks(oneLine(host))) }
    : suggested;

/** The email about suggestions that are new. */
export function suggestionsContent(
  { caseName, suggestions, count, url }: Facts,
  writeTime: WriteTime,
): MailContent {
  const lines = suggestions.map((suggestion) => formatSuggestion(suggestion, writeTime));
  return {
    subject: `${oneLine(caseName)}: ${formatCount(count, "suggestion")}`,
    about: oneLine(caseName),
    title: formatCount(count, "suggestion"),
    lead: "These snitches may need different settings, or may no longer be needed. No new problems were found.",
    quotes: [{ label: "Suggestions", body: listLines(lines, count, "\n\n"), as: "prose" }],
    button: { label: "Open Case", url },
    closing: {
      words: "You can dismiss suggestions on each snitch’s page. To stop these emails,",
      link: { label: "open the settings of the case", url: `${url}/settings` },
    },
  };
}
