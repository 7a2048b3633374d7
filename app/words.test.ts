import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Phrases that people stumbled over, and the standard ones that replaced them. */
const REPLACED: Record<string, string> = {
  "Who Was Told": "Notifications",
  "Silence is told": "Missed check-ins trigger alerts",
  "Sent a letter": "Sent an e-mail",
  Habits: "Patterns",
  "belong together": "Incorrect e-mail or password",
  "as many as you like": "unlimited",
  "goes with them": "and its history",
  "go with them": "and its history",
  "for which it was watched": "periods",
  "Nothing is called": "No results",
  "Came too soon": "Rate limited, not counted",
  "did not reach us": "could not be reached",
  "From a miss to its webhook": "Time to webhook",
  "Make and unmake": "Change owners",
  "Walk along": "Move along",
  "does not exist, to t": "Test event",
  "where Tattle does not": "Blocked: private network address",
  "to which Tattle does not": "Blocked: private network address",
  "link is on its way": "you get a link by e-mail",
  "never yet": "Never",
  "tags they carry": "Existing tags stay",
  "would hear": "would be alerted",
  "is called missing because": "An outage of Tattle is not a missed check-in",
  "obody is called missing": "reported missing",
  "Where the specification is silent": "Details and limits",
};

const sources = ["app", "components", "lib"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|lib\/testing|generated/.test(file))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

test.each(Object.entries(REPLACED))("no page, e-mail or message says “%s” instead of “%s”", (phrase) => {
  expect(sources.length).toBeGreaterThan(400);
  expect(sources.filter(({ text }) => text.includes(phrase)).map(({ file }) => file)).toEqual([]);
});
