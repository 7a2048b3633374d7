import { expect, test } from "vitest";
import { ALERTS, FACTS, REMINDERS } from "@/testing/mail-examples";
import { buildAlertContent } from "./alert";
import type { MailContent } from "./content";
import { buildReminderContent } from "./reminder";
import { renderContent } from "./render";
import { buildTransactionalContent } from "./transactional";
import type { TransactionalKind } from "./transactional-facts";

const MAILS: [string, MailContent][] = [
  ...Object.entries(ALERTS).map(([name, details]): [string, MailContent] => [
    `alert_${name}`,
    buildAlertContent(details),
  ]),
  ...Object.entries(REMINDERS).map(([name, details]): [string, MailContent] => [
    name,
    buildReminderContent(details),
  ]),
  ...(Object.keys(FACTS) as TransactionalKind[]).map((kind): [string, MailContent] => [
    kind,
    // As the database returns them.
    buildTransactionalContent(kind, JSON.parse(JSON.stringify(FACTS[kind])), "Europe/Riga"),
  ]),
];

/** The golden emails were read by people. This file run with `-u` writes them again. */
test.each(MAILS)("%s is the golden email", async (name, content) => {
  const { subject, text, html } = await renderContent(content);
  const lines = html.replaceAll("><", ">\n<");
  await expect(`${subject}\n\n${text}\n${lines}\n`).toMatchFileSnapshot(`golden/${name}.txt`);
});
