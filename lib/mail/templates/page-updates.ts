import { countInWords } from "@/lib/rules/count-in-words";
import { NOTICE_STATE_WORDS } from "@/lib/rules/incidents/state-words";
import type { MailContent } from "./content";
import { oneLine, truncate, type WriteTime, withoutLinks } from "./format";
import type { TransactionalFacts } from "./transactional-facts";

const MAX_SUBJECT_CHARACTERS = 80;
const MAX_TITLE_CHARACTERS = 60;

/** Nobody may have asked for it: nothing of the page but its title, in which there is no link, and that not in the subject. */
export const subscriptionConfirmationContent = ({
  pageTitle,
  url,
}: TransactionalFacts<"subscription_confirmation">): MailContent => ({
  subject: "Confirm your subscription",
  title: "Do you want to hear of this page?",
  lead: "This address was entered on a status page, to be e-mailed when something is published there. You will get nothing unless you confirm.",
  facts: [{ label: "Page", value: truncate(withoutLinks(oneLine(pageTitle)), MAX_TITLE_CHARACTERS) }],
  button: { label: "Choose and Confirm", url },
  closing: { words: "If you weren’t expecting this, ignore it: you will get no more e-mails." },
});

/** Says to a subscriber what was published: one update, or a list of those that came within minutes. */
export function pageUpdatesContent(
  { pageTitle, updates, url, manageUrl }: TransactionalFacts<"page_updates">,
  writeTime: WriteTime,
): MailContent {
  const [first] = updates;
  const title =
    first && updates.length === 1 ? oneLine(first.title) : countInWords(updates.length, "update", "updates");
  return {
    subject: truncate(`${oneLine(pageTitle)}: ${title}`, MAX_SUBJECT_CHARACTERS),
    about: oneLine(pageTitle),
    title,
    lead: "This was published on a status page that you subscribed to.",
    quotes: updates.map(({ title, state, text, at }) => ({
      label: [oneLine(title), state && NOTICE_STATE_WORDS[state], writeTime(at)].filter(Boolean).join(" · "),
      body: text,
      as: "prose",
    })),
    button: { label: url === manageUrl ? "Manage Subscription" : "Open Page", url },
    closing: {
      words: "To choose what you hear of, or to unsubscribe,",
      link: { label: "open your subscription", url: manageUrl },
    },
  };
}
