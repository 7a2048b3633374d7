import { expect, test } from "vitest";
import { mailSettings } from "./settings";

const given = {
  MAIL_FROM: "Tattle <tattle@example.com>",
  RESEND_BASE_URL: "https://api.resend.com",
  RESEND_API_KEY: undefined,
  RESEND_WEBHOOK_SECRET: undefined,
  SMTP_URL: undefined,
};

test.each([
  [{}, { provider: "none", server: null }],
  [{ SMTP_URL: "smtp://ann:s3cret@mail.example:587" }, { provider: "smtp", server: "mail.example:587" }],
  [{ SMTP_URL: "smtps://ann:s3cret@mail.example" }, { provider: "smtp", server: "mail.example" }],
  [
    { RESEND_API_KEY: "re_s3cret", SMTP_URL: "smtp://mail.example" },
    { provider: "resend", server: "api.resend.com" },
  ],
  [
    { RESEND_API_KEY: "re_s3cret", RESEND_WEBHOOK_SECRET: "whsec_s3cret" },
    { provider: "resend", server: "api.resend.com", takesEvents: true },
  ],
  [
    { SMTP_URL: "smtp://mail.example", RESEND_WEBHOOK_SECRET: "whsec_s3cret" },
    { provider: "smtp", server: "mail.example" },
  ],
])("the settings that are shown contain no secret", (set, expected) => {
  const shown = mailSettings({ ...given, ...set });
  expect(shown).toEqual({
    from: "Tattle <tattle@example.com>",
    isFromUnset: false,
    takesEvents: false,
    ...expected,
  });
  expect(JSON.stringify(shown)).not.toContain("s3cret");
});

test("the default sender is noticed", () => {
  expect(mailSettings({ ...given, MAIL_FROM: "Tattle <tattle@localhost>" }).isFromUnset).toBe(true);
});
