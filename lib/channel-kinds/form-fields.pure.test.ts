import { expect, test } from "vitest";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { KINDS } from "./find";
import { listFormFields } from "./form-fields";

test("PagerDuty has a secret, a choice, and an address that may be left out", () => {
  expect(listFormFields("pagerduty")).toMatchObject([
    { name: "routing_key", title: "Integration key", isSecret: true, isOptional: false, choices: [] },
    { name: "region", title: "Region", isSecret: false, isOptional: false, choices: ["us", "eu"] },
    { name: "url", isSecret: false, isOptional: true, preset: "" },
    { name: "webhook_secret", isSecret: true, isOptional: true },
  ]);
});

test.each(KINDS.map(({ kind }) => kind))("a form of %s says where to find each setting", (kind) => {
  const fields = listFormFields(kind);
  expect(fields.length).toBeGreaterThan(0);
  for (const { title, description, example } of fields) {
    expect(title).toMatch(/^[A-Z]/);
    expect(description).toMatch(/\.$/);
    expect(example).not.toBe("");
  }
});

const ONE_WAY = KINDS.filter(({ kind }) => !CHANNEL_EXAMPLES[kind]?.or);

test.each(ONE_WAY)(
  "without its optional fields, the settings of $kind are complete",
  ({ kind, settings }) => {
    const config = CHANNEL_EXAMPLES[kind]?.settings ?? {};
    const needed = listFormFields(kind).filter(({ isOptional }) => !isOptional);
    const filled = Object.fromEntries(needed.map(({ name }) => [name, config[name]]));
    expect(settings.safeParse(filled).success).toBe(true);
    for (const { name, choices } of needed) {
      const { [name]: _left, ...rest } = filled;
      expect(settings.safeParse(rest).success).toBe(choices.length > 0);
    }
  },
);
