import { oneLine, truncate, withoutLinks } from "@/lib/rules/messages/format";
import type { NoticeState } from "../notices/states";
import type { PageSettings } from "../page-input";
import { dateFormat, fill, WORDS } from "../words/words";
import { oneClickUrl, subscriptionUrl } from "./link";

const MAX_SUBJECT_CHARACTERS = 80;
const MAX_TITLE_CHARACTERS = 60;

type Page = Pick<PageSettings, "language" | "timezone"> & { title: string };

/** Nobody may have asked for it: nothing of the page but its title, in which there is no link, and that not in the subject. */
export function confirmationMail({ title, language }: Page, subscriberId: string) {
  const words = WORDS[language];
  return {
    language,
    subject: words.mailConfirmSubject,
    title: words.mailConfirmTitle,
    lead: words.mailConfirmLead,
    facts: [{ label: words.mailPage, value: truncate(withoutLinks(oneLine(title)), MAX_TITLE_CHARACTERS) }],
    button: { label: words.mailConfirmButton, url: subscriptionUrl(subscriberId) },
    closing: { words: words.mailConfirmClosing },
  };
}

type Update = { title: string; state: NoticeState | null; text: string; at: Date };

/** Says to a subscriber what was published: one update, or a list of those that came within minutes. `url`: of the page, if it has one for everybody. */
export function updatesMail(page: Page, updates: Update[], subscriberId: string, url: string | null) {
  const words = WORDS[page.language];
  const manageUrl = subscriptionUrl(subscriberId);
  const time = dateFormat(page.language, page.timezone);
  const [first] = updates;
  const title =
    first && updates.length === 1 ? oneLine(first.title) : fill(words.mailUpdates, { count: updates.length });
  return {
    language: page.language,
    subject: truncate(`${oneLine(page.title)}: ${title}`, MAX_SUBJECT_CHARACTERS),
    about: oneLine(page.title),
    title,
    lead: words.mailLead,
    quotes: updates.map(({ title, state, text, at }) => ({
      label: [oneLine(title), state && words[state], `${time.format(at)} ${page.timezone}`]
        .filter(Boolean)
        .join(" · "),
      body: text,
      as: "prose" as const,
    })),
    button: url ? { label: words.open, url } : { label: words.mailManage, url: manageUrl },
    closing: { words: words.mailClosing, link: { label: words.mailClosingLink, url: manageUrl } },
    leaveUrl: oneClickUrl(subscriberId),
  };
}
