import fc from "fast-check";
import { expect, test } from "vitest";
import type { PublicNotice } from "../notices/list-public";
import { atomFeed } from "./atom";
import { indicatorOf, statuspageFiles } from "./statuspage";

const at = (time: string) => new Date(`2026-03-10T${time}Z`);

const aNotice = (facts: Partial<PublicNotice> = {}): PublicNotice => ({
  id: "019e7150-4c00-7a41-8b36-2d5f7c9e1a03",
  kind: "incident",
  title: "Backups are late",
  state: "resolved",
  affected: [{ component: "b", impact: "minor" }],
  summary: "",
  startsAt: null,
  endsAt: null,
  endedAt: at("10:00"),
  updates: [
    { id: "u1", at: at("09:00"), state: null, text: "We are looking." },
    { id: "u2", at: at("10:00"), state: "resolved", text: "Done." },
  ],
  ...facts,
});

const write = (notices: PublicNotice[], title = "Acme") =>
  atomFeed(
    {
      id: "p",
      title,
      url: "https://x.test/status/acme",
      feedUrl: "https://x.test/f",
      language: "en",
      asOf: at("12:00"),
      notices,
    },
    { render: (text) => `<p>${text}</p>`, state: (state) => state.toUpperCase() },
  );

/** The names of the elements, if they are nested as XML asks; else null. */
function readElements(xml: string): string[] | null {
  if (/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u.test(xml) || !xml.isWellFormed()) return null;
  if (/&(?!(?:amp|lt|gt|quot|#39);)/.test(xml)) return null;
  const open: string[] = [];
  const names: string[] = [];
  const rest = xml
    .replace(/^<\?xml [^<>]*\?>/, "")
    .replace(/<(\/?)(\w+)((?: [\w:]+="[^"<]*")*)(\/?)>/g, (_, end, name, __, empty) => {
      if (end) {
        if (open.pop() !== name) open.push("wrong");
      } else {
        names.push(name);
        if (!empty) open.push(name);
      }
      return "";
    });
  return open.length === 0 && !/[<>]/.test(rest) ? names : null;
}

test("a feed has an entry for each update, newest first, and ids that stay when texts change", () => {
  const ids = (xml: string) =>
    [...xml.matchAll(/<entry><id>(.*?)<\/id><title>(.*?)<\/title>/g)].map(([, ...both]) => both);
  expect(ids(write([aNotice()]))).toEqual([
    ["urn:uuid:u2", "Backups are late: RESOLVED"],
    ["urn:uuid:u1", "Backups are late"],
  ]);
  const changed = aNotice({ title: "Other", summary: "A disk was full." });
  expect(ids(write([changed], "New")).map(([id]) => id)).toEqual([
    "urn:uuid:u2",
    `urn:uuid:${changed.id}`,
    "urn:uuid:u1",
  ]);
  expect(write([aNotice()])).toContain("<updated>2026-03-10T10:00:00.000Z</updated>\n<author>");
  expect(write([])).toBe(write([], "Acme"));
});

test("whatever people write, a feed is well-formed XML", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "\u0000",
      "\u001b[31m",
      "\ud800",
      "\uffff",
      "]]>",
      "<script>alert(1)</script>",
      "&nbsp;",
      "a\r\nb",
      "\"'<&>",
    ),
  );
  fc.assert(
    fc.property(text, text, (title, body) => {
      const xml = write(
        [aNotice({ title, summary: body, updates: [{ id: "u", at: at("09:00"), state: null, text: body }] })],
        title,
      );
      expect(readElements(xml)?.filter((name) => name === "entry")).toHaveLength(body === "" ? 1 : 2);
    }),
  );
});

const component = (id: string, state: "ok" | "late" | "failed" | "running" | "maintenance" | "unknown") => ({
  id,
  state,
  name: id,
  group: "",
  jobs: 1,
  inOrder: 1,
  share90d: null,
  meanMs: null,
  days: [],
});

test.each([
  [[], "none"],
  [["ok", "running", "unknown", "maintenance"], "none"],
  [["ok", "late"], "minor"],
  [["ok", "failed", "late"], "major"],
  [["failed", "failed"], "critical"],
] as const)("of %j the indicator is %s", (states, indicator) => {
  expect(indicatorOf(states.map((state) => ({ state })))).toBe(indicator);
});

test("readers of Statuspage find what they look for", () => {
  const planned = aNotice({
    kind: "maintenance",
    state: "scheduled",
    endedAt: null,
    startsAt: at("20:00"),
    endsAt: at("21:00"),
    affected: [],
  });
  const open = aNotice({
    id: "open",
    state: "investigating",
    endedAt: null,
    updates: [
      { id: "u1", at: at("09:00"), state: null, text: "We are looking." },
      { id: "u2", at: at("09:30"), state: "identified", text: "Found." },
    ],
  });
  const page = {
    id: "p",
    title: "Acme",
    timezone: "Europe/Riga",
    asOf: at("12:00"),
    components: [component("a", "ok"), component("b", "late")],
    notices: [aNotice(), planned, open],
  };
  const url = "https://x.test/status/acme";
  const head = {
    id: "p",
    name: "Acme",
    url,
    time_zone: "Europe/Riga",
    updated_at: "2026-03-10T12:00:00.000Z",
  };
  const status = { indicator: "minor", description: "Minor Service Outage" };
  expect(statuspageFiles.status(page, url)).toEqual({ page: head, status });
  expect(statuspageFiles.summary(page, url)).toMatchObject({
    page: head,
    status,
    components: [
      { id: "a", status: "operational", position: 1, group: false },
      { id: "b", status: "degraded_performance", position: 2 },
    ],
    incidents: [
      {
        id: "open",
        name: "Backups are late",
        status: "investigating",
        impact: "minor",
        resolved_at: null,
        shortlink: `${url}#open`,
        components: [{ id: "b" }],
        incident_updates: [
          { id: "u2", status: "identified", body: "Found." },
          {
            id: "u1",
            status: "investigating",
            body: "We are looking.",
            display_at: "2026-03-10T09:00:00.000Z",
          },
        ],
      },
    ],
    scheduled_maintenances: [
      {
        status: "scheduled",
        impact: "maintenance",
        scheduled_for: "2026-03-10T20:00:00.000Z",
        scheduled_until: "2026-03-10T21:00:00.000Z",
      },
    ],
  });
});
