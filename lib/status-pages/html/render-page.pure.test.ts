import { expect, test } from "vitest";
import { DAY_MS } from "@/lib/rules/durations";
import { NO_DAY } from "@/lib/rules/history/day-counts";
import { LANGUAGES } from "../page-input";
import { TEXTS } from "../texts/texts";
import type { PublicState } from "../view/component-state";
import {
  combine,
  type PublicComponent,
  type PublicDay,
  type PublicPage,
  shareOf,
  shownSince,
  sumDays,
} from "../view/public-page";
import { contrast, linkColor } from "./colors";
import { renderMarkdown } from "./render-markdown";
import { describeDay, renderPage, sentence } from "./render-page";

const aComponent = (facts: Partial<PublicComponent>): PublicComponent => ({
  id: "1",
  group: "",
  name: "One",
  state: "ok",
  jobs: 1,
  inOrder: 1,
  share90d: null,
  meanMs: null,
  days: [],
  ...facts,
});

test.each<[PublicState[], string]>([
  [["ok", "ok"], "All jobs are on time: 2 of 2"],
  [["ok", "running", "running"], "All jobs are on time: 1 of 1"],
  [["running"], "No known problems"],
  [["ok", "late", "running"], "Some jobs are late: 1 of 2 on time"],
  [[], "No known problems"],
])("the worst of all is one sentence, which says nothing of runs that have not ended: %j", (states, text) => {
  // Two components that represent the same jobs.
  const component = aComponent(combine(states));
  const { jobs, inOrder } = component;
  expect(sentence({ components: [component, component], jobs, inOrder }, TEXTS.en)).toBe(text);
});

test("a component that no job is behind has the state of its notices", () => {
  const components = [aComponent({ state: "failed", jobs: 0, inOrder: 0 })];
  expect(sentence({ components, jobs: 0, inOrder: 0 }, TEXTS.en)).toBe("Service outage");
});

const aDay = (counts: Partial<PublicDay>): PublicDay => ({
  date: "2026-03-10",
  ok: 0,
  late: 0,
  failed: 0,
  excused: 0,
  unknown: 0,
  ...counts,
});
const date = new Intl.DateTimeFormat("en", { timeZone: "UTC", day: "numeric", month: "long" });

test.each([
  [aDay({ ok: 1 }), "March 10: 1 of 1 on time"],
  [
    aDay({ ok: 1, failed: 1, excused: 2, unknown: 3 }),
    "March 10: 1 of 2 on time, 2 in maintenance, 3 unknown",
  ],
  [aDay({ ok: 15, late: 1 }), "March 10: 15 of 16 on time, 1 late"],
  [aDay({ excused: 1 }), "March 10: 1 in maintenance"],
  [aDay({}), "March 10: no runs expected"],
])("a day is words (%#)", (day, texts) => {
  expect(describeDay(day, date, TEXTS.en)).toBe(texts);
});

const aPage = (facts: Partial<PublicPage>): PublicPage => ({
  ...{ id: "", caseId: "", slug: "acme", title: "Acme", description: "", footer: "", timezone: "UTC" },
  ...{ language: "en", visibility: "public", accent: null, links: [], show_durations: false },
  ...{ logo: null, logoDark: null, asOf: new Date("2026-03-10T12:00Z"), notices: [], components: [] },
  ...{ jobs: 1, inOrder: 1 },
  ...facts,
});

test("an open incident is the sentence of a page whose jobs are on time, and no other notice", () => {
  const notice = {
    ...{
      id: "1",
      kind: "incident" as const,
      title: "Slow exports",
      state: "investigating" as const,
      affected: [],
    },
    ...{ summary: "", startsAt: null, endsAt: null, endedAt: null, updates: [] },
  };
  const [calm, failing] = [aComponent({}), aComponent({ state: "failed", inOrder: 0 })];
  const text = (page: Partial<PublicPage>) =>
    />([^<]+)</.exec(renderPage(aPage(page), { feed: "" }).split('class="sum')[1] ?? "")?.[1];

  expect(text({ components: [calm], notices: [notice] })).toBe("Open incident: Slow exports");
  const ended = { ...notice, endedAt: new Date("2026-03-10T11:00Z") };
  expect(text({ components: [calm], notices: [ended] })).toBe("All jobs are on time: 1 of 1");
  expect(text({ components: [calm], notices: [{ ...notice, kind: "news" }] })).toContain("on time");
  expect(text({ components: [failing], notices: [notice] })).toContain("Some jobs are failing");
});

test("a preview has the theme that is asked for, and a page that of its reader’s browser", () => {
  const page = aPage({ logo: new Uint8Array([1]), logoDark: new Uint8Array([2]) });
  const queriesOf = (scheme?: "light" | "dark") => {
    const text = renderPage(page, { feed: "", scheme });
    expect(text).toContain(`<meta name="color-scheme" content="${scheme ?? "light dark"}">`);
    return [...text.matchAll(/@media (?!screen|print)([^{]+)|media="([^"]+)"/g)].map(
      ([, css, html]) => css ?? html,
    );
  };
  expect(queriesOf("dark")).toEqual(["all", "all"]);
  expect(queriesOf("light")).toEqual(["not all", "not all"]);
  expect(queriesOf()).toEqual(["(prefers-color-scheme: dark)", "(prefers-color-scheme: dark)"]);
});

test("anyone who has a page read out hears of the days on which something happened, and of the last one", () => {
  const days = [aDay({ ok: 1 }), aDay({ failed: 1 }), aDay({}), aDay({ unknown: 1 }), aDay({ ok: 2 })];
  const text = renderPage(aPage({ components: [aComponent({ days })] }), { feed: "" });
  const spans = [...text.matchAll(/<span( aria-hidden="true")?>10 March: ([^<]+)</g)];
  expect(spans.map(([, isHidden, texts]) => [texts, isHidden === undefined])).toEqual([
    ["1 of 1 on time", false],
    ["0 of 1 on time", true],
    ["no runs expected", false],
    ["1 unknown", true],
    ["2 of 2 on time", true],
  ]);
  const legend = /<ul class="legend quiet">(.*)<\/ul>/.exec(text)?.[1] ?? "";
  expect([...legend.matchAll(/<li class="(\w+)">/g)].map(([, look]) => look)).toEqual([
    "ok",
    "failed",
    "unknown",
    "none",
  ]);
});

test("a reader can compute each share from the days, rounded down", () => {
  const now = new Date("2026-03-10T12:00Z");
  const first = shownSince(now).getTime();
  const counts = new Map([
    [first - DAY_MS, { ...NO_DAY, missed: 100 }],
    [first, { ...NO_DAY, healthy: 998, errored: 1, excused: 7 }],
    [first + 89 * DAY_MS, { ...NO_DAY, healthy: 1, missed: 1, late: 1, unknown: 5 }],
  ]);
  const days = sumDays([counts, new Map([[first, { ...NO_DAY, healthy: 1 }]])], now);
  expect(days).toHaveLength(90);
  expect([days[0], days.at(-1)]).toEqual([
    { date: "2025-12-11", ok: 999, late: 0, failed: 1, excused: 7, unknown: 0 },
    { date: "2026-03-10", ok: 1, late: 1, failed: 1, excused: 0, unknown: 5 },
  ]);
  const sum = (key: "ok" | "late" | "failed") => days.reduce((sum, day) => sum + day[key], 0);
  const [ok, late, failed] = [sum("ok"), sum("late"), sum("failed")];
  expect(shareOf(days)).toBe(Math.floor((1_000 * ok) / (ok + late + failed)) / 10);
  expect(shareOf(days)).toBe(99.7);
});

test("an accent that cannot be read on a background is not the color of its links", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(linkColor("#ffee00", "#ffffff", "#0b5cad")).toBe("#0b5cad");
  expect(linkColor("#0a7f5a", "#ffffff", "#0b5cad")).toBe("#0a7f5a");
});

test("what is nested too deeply is text", () => {
  for (const text of [">".repeat(5_000), "- ".repeat(2_500), "1. ".repeat(1_000)])
    expect(renderMarkdown(text).text).toMatch(/^<p>/);
});

test("all languages say what the page is about", () => {
  for (const language of LANGUAGES)
    expect(sentence({ components: [], jobs: 0, inOrder: 0 }, TEXTS[language])).not.toBe("");
});
