import { expect, test } from "vitest";
import { confirmationMail, updatesMail } from "./mails";

test("what is emailed to subscribers is in the language and the zone of the page, and the first one has no link in it", () => {
  const page = {
    title: "Acme https://evil.example/\nBcc: x",
    language: "de" as const,
    timezone: "Europe/Riga",
  };
  const at = new Date("2026-03-10T09:00Z");
  const update = { title: "Störung", state: "resolved" as const, text: "Vorbei.", at };
  const mail = updatesMail(page, [update], "0192f0c1-0000-7000-8000-000000000000", null);
  expect(mail).toMatchObject({
    language: "de",
    subject: "Acme https://evil.example/ Bcc: x: Störung",
    lead: "Das wurde auf einer Statusseite veröffentlicht, die Sie abonniert haben.",
    quotes: [{ label: "Störung · Behoben · 10.03.2026, 11:00 Europe/Riga", body: "Vorbei." }],
    button: { label: "Abonnement verwalten" },
  });
  expect(updatesMail(page, [update, update], "0192f0c1-0000-7000-8000-000000000000", null).title).toBe(
    "2 Meldungen",
  );
  const asked = confirmationMail(page, "0192f0c1-0000-7000-8000-000000000000");
  expect(asked.subject).toBe("Bitte bestätigen Sie Ihr Abonnement");
  expect(asked.facts).toEqual([{ label: "Seite", value: "Acme https evil example Bcc x" }]);
});
