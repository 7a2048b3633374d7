import { expect, test } from "vitest";
import { smtpProvider } from "@/lib/mail/smtp";
import { db } from "@/lib/platform/db";
import { enqueueMagicLinks } from "@/testing/magic-links";
import { listEmailFailures } from "./failures";
import { sendEmails } from "./send";

test("the operator sees the last failed attempts, newest first, and what became of the email", async () => {
  const closedPort = smtpProvider({
    url: "smtp://127.0.0.1:9",
    from: "tattle@example.com",
    hostname: "a.test",
  });
  const [first = ""] = await enqueueMagicLinks("ada@example.com");
  await sendEmails([first], closedPort);
  await db.email.update({ where: { id: first }, data: { dueAt: new Date(0) } });
  await sendEmails([first]);
  const [second = ""] = await enqueueMagicLinks("bob@example.com");
  await sendEmails([second], closedPort);

  expect(await listEmailFailures()).toMatchObject([
    { address: "bob@example.com", outcome: "refused", state: "retrying" },
    { address: "ada@example.com", outcome: "refused", state: "done" },
  ]);
  await db.email.update({ where: { id: second }, data: { gaveUpAt: new Date() } });
  expect(await listEmailFailures()).toMatchObject([{ state: "gave_up" }, { state: "done" }]);
});
