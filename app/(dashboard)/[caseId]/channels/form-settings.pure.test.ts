import { expect, test } from "vitest";
import { formSettings } from "./form-settings";

const names = (...given: Parameters<typeof formSettings>) =>
  formSettings(...given).fields.map(({ name }) => name);
const APP = { bot_token: "xoxb-12345678", app_token: "xapp-12345678", channel: "C0123456789" };

test("a kind with several ways to set it up has the fields of one: the chosen one, the saved one, or the first", () => {
  expect(names("slack")).toEqual(["url"]);
  expect(names("slack", APP)).toEqual(["bot_token", "app_token", "channel"]);
  expect(names("slack", {}, "App")).toEqual(["bot_token", "app_token", "channel"]);
  expect(names("slack", APP, "no way")).toEqual(["bot_token", "app_token", "channel"]);
  expect(formSettings("slack").ways).toEqual({ names: ["Webhook", "App"], current: "Webhook" });
  expect(formSettings("slack").fields.every(({ isOptional }) => !isOptional)).toBe(true);
});

test("what is saved of another way is removed with the form, and nothing else", () => {
  expect(formSettings("slack", APP, "Webhook").removals).toEqual(["remove.bot_token", "remove.app_token"]);
  expect(formSettings("slack", APP).removals).toEqual([]);
  const { ways, removals } = formSettings("ntfy", { token: "tk_1" });
  expect({ ways, removals }).toEqual({ ways: undefined, removals: [] });
});
