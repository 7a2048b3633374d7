import { oneLine, truncate, withoutLinks } from "@/lib/rules/messages/format";
import type { NoticeState } from "../notices/states";
import type { PageSettings } from "../page-input";
import { dateFormat, fill, TEXTS } from "../texts/texts";
import { oneClickUrl, subscriptionUrl } from "./link";

const MAX_SUBJECT_CHARACTERS = 80;
const MAX_TITLE_CHARACTERS = 60;

type Page = Pick<PageSettings, "language" | "timezone"> & { title: string };

/** No one may have asked for it: nothing of the page but its title, in which there is no link, and that not in the subject. */
export function confirmationMail({ title, language }: Page, subscriberId: string) {
  const texts = TEXTS[language];
  return {
    language,
    subject: texts.mailConfirmSubject,
    title: texts.mailConfirmTitle,
    lead: texts.mailConfirmLead,
    facts: [{ label: texts.mailPage, value: truncate(withoutLinks(oneLine(title)), MAX_TITLE_CHARACTERS) }],
    button: { label: texts.mailConfirmButton, url: subscriptionUrl(subscriberId) },
    closing: { words: texts.mailConfirmClosing },
  };
}

type Update = { title: string; state: NoticeState | null; text: string; at: Date };

/** Says to a subscriber what was published: one update, or a list of those that came within minutes. `url`: of the page, if it has one for everyone. */
export function updatesMail(page: Page, updates: Update[], subscriberId: string, url: string | null) {
  const texts = TEXTS[page.language];
  const manageUrl = subscriptionUrl(subscriberId);
  const time = dateFormat(page.language, page.timezone);
  const [first] = updates;
  const title =
    first && updates.length === 1 ? oneLine(first.title) : fill(texts.mailUpdates, { count: updates.length });
  return {
    language: page.language,
    subject: truncate(`${oneLine(page.title)}: ${title}`, MAX_SUBJECT_CHARACTERS),
    about: oneLine(page.title),
    title,
    lead: texts.mailLead,
    quotes: updates.map(({ title, state, text, at }) => ({
      label: [oneLine(title), state && texts[state], `${time.format(at)} ${page.timezone}`]
        .filter(Boolean)
        .join(" · "),
      body: text,
      as: "prose" as const,
    })),
    button: url ? { label: texts.open, url } : { label: texts.mailManage, url: manageUrl },
    closing: { words: texts.mailClosing, link: { label: texts.mailClosingLink, url: manageUrl } },
    leaveUrl: oneClickUrl(subscriberId),
  };
}
