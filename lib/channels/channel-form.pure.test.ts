import { expect, test } from "vitest";
import { changedSettingsIn, settingsIn } from "./channel-form";

function aForm(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

test("a new channel has a value for each setting, wherever the form has it", () => {
  const form = aForm({
    "secret.routing_key": "KEY",
    "settings.region": "eu",
    "settings.routing_key": "another",
  });
  expect(settingsIn("pagerduty", form)).toEqual({
    routing_key: "KEY",
    region: "eu",
    url: "",
    webhook_secret: "",
  });
  expect(settingsIn("webhook", aForm({ "settings.url": "https://a.test" }))).toEqual({
    url: "https://a.test",
    headers: "",
    body: "",
  });
});

test("a secret that is left empty stays, and another setting that is left empty is emptied", () => {
  const form = aForm({
    "secret.token": "",
    "secret.password": "",
    "settings.topic": "ops",
    "settings.user": "",
  });
  expect(changedSettingsIn("ntfy", form, { url: "https://ntfy.sh", topic: "all", user: "ann" })).toEqual({
    url: "",
    topic: "ops",
    user: "",
  });
});

test("a secret changes if another is entered, and is removed on request alone", () => {
  const form = aForm({ "secret.token": "tk_new", "secret.password": "", "remove.password": "on" });
  expect(changedSettingsIn("ntfy", form, {})).toMatchObject({ token: "tk_new", password: "" });
});

test("what was shown stays as it is, so that a mask is never saved", () => {
  const shown = { url: "https://•••:•••@a.test/" };
  expect(changedSettingsIn("webhook", aForm({ "settings.url": shown.url }), shown)).toEqual({});
  expect(changedSettingsIn("webhook", aForm({ "settings.url": "https://b.test/" }), shown)).toEqual({
    url: "https://b.test/",
  });
});
