import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { historySentence } from "@/components/snitches/history-text";
import { StatusSentence } from "@/components/snitches/status-sentence";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { countFinishedDays } from "@/lib/history/days/count-finished";
import { countRange } from "@/lib/history/days/count-range";
import { listBars } from "@/lib/history/list-history";
import { findIncidentFigures } from "@/lib/maintenance/incident-figures";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { chooseWindowUnit, formatFigures } from "@/lib/rules/history/history-text";
import { sumCounts } from "@/lib/rules/history/period-counts";
import { toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { createSnitch } from "@/lib/snitches/create";
import { newSnitch } from "@/lib/snitches/input";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR } from "@/testing/factories";
import { instant, perform, type SimulatedSnitch } from "@/testing/live-through";
import { type Reading, readTrace, type TracedAlert } from "@/testing/naive-reader";
import { type PageHistory, pageHistory } from "@/testing/page-history";
import { aClient, type Client } from "@/testing/requests";
import { FIRST_SEED, runsFor } from "@/testing/runs";

const HISTORIES = runsFor("app/(dashboard)/[caseId]/snitches/[token]/sentences.test.tsx");

/** This number of histories reaches every kind of sentence. */
const ALL_HISTORIES = 300;

/** Parts of sentences, each of which some history has. */
const ALL_KINDS = [
  "periods were healthy",
  "scheduled runs were healthy",
  " errored",
  " missed",
  " late (checked in right after its end)",
  " excused by maintenance",
  "no incidents",
  " in maintenance)",
  " incident (",
  " open incident",
  " incidents (",
  ", one still open",
  "Next check-in due by",
  "Since ",
  "Its first run has started. A check-in is due by",
  "Waiting for the first check-in",
  "It reported an error",
  "No alerts are sent until",
  "It has had no healthy check-in",
];

async function liveThrough({ theCase }: Client, history: PageHistory): Promise<SimulatedSnitch> {
  const input = newSnitch.parse({ name: "Backup", ...history.schedule.attributes });
  const { token } = await createSnitch(theCase, input, ACTOR, WHOLE_CASE);
  const snitch = await db.snitch.findUniqueOrThrow({ where: { token } });
  const all = { caseId: theCase.id, name: "Upgrade", coversAll: true };
  await db.maintenance.createMany({
    data: history.maintenance.map(({ from, to }) => ({
      ...all,
      startsAt: instant(from),
      endsAt: instant(to),
    })),
  });
  for (const event of history.events) await perform(snitch, event);
  return snitch;
}

const listAlerts = async (snitchId: string): Promise<TracedAlert[]> =>
  (await db.alert.findMany({ where: { snitchId, isReminder: false }, orderBy: { id: "asc" } })).map(
    ({ kind, at }) => ({ kind, at: at.getTime() / 60_000 }),
  );

/** What the page says at this time. `times`: those of the sentence about the status, in minutes, in their order. */
async function readPage({ id, caseId }: SimulatedSnitch, now: Date) {
  const row = await db.snitch.findUniqueOrThrow({ where: { id } });
  const terms = toScheduleTerms(row);
  const bars = await listBars({ id, caseId, ...terms }, "periods", now);
  const unit = chooseWindowUnit(terms);
  const incidents = await findIncidentFigures({ id, caseId }, bars[0]?.start ?? now, now);
  const markup = renderToStaticMarkup(<StatusSentence snitch={{ ...row, errorCause: null }} now={now} />);
  return {
    status: row.status,
    bars: bars.map(({ start, outcome }) => sayBar(start.getTime() / 60_000, outcome)),
    history: historySentence(bars, unit),
    figures: formatFigures(sumCounts(bars.map(({ counts }) => counts)), incidents, unit),
    sentence: markup.replaceAll(/<[^>]*>/g, ""),
    times: [...markup.matchAll(/dateTime="([^"]*)"/g)].map(([, iso = ""]) =>
      Math.floor(Date.parse(iso) / 60_000),
    ),
  };
}

/** No one is alerted until a minute after the time that the page names, and then everyone is, about that time. */
async function expectDue({ id }: SimulatedSnitch, dueAt: number, hint: string): Promise<void> {
  const before = await listAlerts(id);
  await sweepDeadlines(new Date(instant(dueAt + 1).getTime() - 1), NEVER_LOST_MS);
  expect(await listAlerts(id), hint).toEqual(before);
  await sweepDeadlines(instant(dueAt + 1), NEVER_LOST_MS);
  expect((await listAlerts(id)).at(-1), hint).toEqual({ kind: "missing", at: dueAt });
}

/** “Until then, no alerts are sent”: not in a year. */
async function expectNoDeadline({ id }: SimulatedSnitch, { now }: PageHistory, hint: string): Promise<void> {
  await sweepDeadlines(instant(now + 365 * 1_440), NEVER_LOST_MS);
  expect(await listAlerts(id), hint).toEqual([]);
}

/** What a report of these periods says, before and after those days of them that are over are stored. */
async function readReports({ id, caseId }: SimulatedSnitch, from: Date, now: Date) {
  const row = await db.snitch.update({ where: { id }, data: { createdAt: from } });
  const snitch = { id, caseId, createdAt: row.createdAt, ...toScheduleTerms(row) };
  const read = async () => (await countRange([snitch], from, now, now)).get(id);
  const live = await read();
  await countFinishedDays(now, () => 0);
  return [live, await read()];
}

/** What programs read of it: incidents, which those of the trace are within the strip, and the gauges. */
async function readExports({ get }: Client, { token }: SimulatedSnitch, from: number, now: number) {
  const toMinutes = (iso: string) => Date.parse(iso) / 60_000;
  const exported: { opened_at: string; closed_at: string | null }[] = await (
    await get(`/v1/incidents?snitch=${token}`)
  ).json();
  const incidents = exported
    .map((one) => ({
      from: Math.max(from, toMinutes(one.opened_at)),
      to: one.closed_at === null ? now : toMinutes(one.closed_at),
      isOpen: one.closed_at === null,
    }))
    .filter(({ to, isOpen }) => isOpen || to > from);
  const metrics = await (await get("/v1/metrics")).text();
  const gauge = (name: string) => new RegExp(`^tattle_snitch_${name}\\{.*\\} (.*)$`, "m").exec(metrics)?.[1];
  const checkedIn = gauge("checked_in_timestamp_seconds");
  return {
    incidents: incidents.reverse(),
    isUp: gauge("up") === "1",
    lastHealthyAt: checkedIn === undefined ? null : Math.floor(Number(checkedIn) / 60),
  };
}

const sayBar = (minute: number, outcome: string) =>
  `${new Date(minute * 60_000).toISOString().slice(0, 16)} ${outcome}`;

function sayCounts(
  { counts: { healthy, errored, missed, late, excused }, expected, wereSpared }: Reading,
  unit: string,
): string {
  const verb = healthy === 1 ? "was" : "were";
  const after = wereSpared ? ` (checked in right after ${late === 1 ? "its" : "their"} end)` : "";
  const only = `1 ${unit}, ${healthy ? "healthy" : errored ? "errored" : missed ? "missed" : `late${after}`}.`;
  const parts = [
    `${healthy} of ${expected} ${unit}s ${verb} healthy`,
    ...(errored ? [`${errored} errored`] : []),
    ...(missed ? [`${missed} missed`] : []),
    ...(late ? [`${late} late${after}`] : []),
  ];
  const excuse = `${expected || !excused ? "" : ` ${unit}${excused === 1 ? " was" : "s were"}`} excused by maintenance.`;
  const known = expected === 0 ? "" : expected === 1 ? only : `${parts.join(", ")}.`;
  const sentence = [known, excused ? `${excused}${excuse}` : ""].filter(Boolean).join(" ");
  return sentence || "No check-in was expected during this time.";
}

function sayFigures({ share, incidents, minutes, inMaintenance }: Reading, unit: string): string {
  if (share === null && incidents.length === 0) return "";
  const percent = share === null ? "" : `${share / 10}% of ${unit}s healthy, `;
  if (incidents.length === 0) return `${percent}no incidents`;
  const format =
    minutes < 60 && inMaintenance ? `${inMaintenance} of them` : `${sayDuration(inMaintenance)} of it`;
  const part = inMaintenance === minutes ? "all" : format;
  const time = minutes ? ` (${sayDuration(minutes)}${inMaintenance ? `, ${part} in maintenance` : ""})` : "";
  const isOpen = incidents.some((one) => one.isOpen);
  if (incidents.length === 1) return `${percent}1 ${isOpen ? "open " : ""}incident${time}`;
  return `${percent}${incidents.length} incidents${time}${isOpen ? ", one still open" : ""}`;
}

function sayDuration(minutes: number): string {
  const count = (some: number, unit: string) => `${some} ${unit}${some === 1 ? "" : "s"}`;
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60), minutes % 60];
  if (days > 1) return count(days, "day");
  if (hours === 0) return count(minutes, "minute");
  return rest === 0 ? count(hours, "hour") : `${hours} h ${rest} min`;
}

/** Returns which kinds of sentences there were. */
async function compare(seed: number): Promise<string[]> {
  const history = pageHistory(seed);
  const client = await aClient({ plan: "business" });
  const snitch = await liveThrough(client, history);
  const page = await readPage(snitch, instant(history.now));
  const expected = readTrace({ ...history, alerts: await listAlerts(snitch.id) });
  const unit = "interval" in history.schedule.attributes ? "period" : "scheduled run";
  const hint = `TEST_SEED=${seed} TEST_RUNS=1 npx vitest run sentences.test.tsx`;

  expect(page.bars, hint).toEqual(expected.slots.map(({ from, outcome }) => sayBar(from, outcome)));
  expect({ history: page.history, figures: page.figures }, hint).toEqual({
    history: sayCounts(expected, unit),
    figures: sayFigures(expected, unit),
  });
  const { lastHealthyAt, incidents } = expected;
  const exported = await readExports(client, snitch, expected.slots[0]?.from ?? history.now, history.now);
  // After a pause, an error in it is the status, without an incident.
  const isUp = page.status !== "failed" && page.status !== "errored";
  expect(exported, hint).toEqual({ incidents, isUp, lastHealthyAt });
  const { healthy, errored, missed, late, excused } = expected.counts;
  const from = instant(expected.slots[0]?.from ?? history.now);
  // A period that begins now is among them.
  const justAfter = new Date(instant(history.now).getTime() + 1);
  for (const report of await readReports(snitch, from, justAfter))
    expect(report, hint).toMatchObject({ healthy, errored, missed, late, excused, unknown: 0 });
  const [first] = page.times;
  if (lastHealthyAt === null) expect(page.sentence, hint).not.toContain("last healthy check-in was");
  else if (page.sentence.includes("last healthy check-in was"))
    expect(page.times.at(-1), hint).toBe(lastHealthyAt);
  if (page.status === "failed") expect(first, hint).toBe(expected.missingSince);
  const isDue = /^(Next check-in due by|Its first run has started\. A check-in is due by)/.test(
    page.sentence,
  );
  if (isDue && first !== undefined) await expectDue(snitch, first, hint);
  if (page.sentence.startsWith("Waiting for the first check-in"))
    await expectNoDeadline(snitch, history, hint);
  await db.case.delete({ where: { id: snitch.caseId } });
  return ALL_KINDS.filter((kind) => `${page.history} ${page.figures} ${page.sentence}`.includes(kind));
}

test(
  `${HISTORIES} random histories: every sentence of a snitch’s page, every count of a report, and what the API exports, is what a naive reading of the trace says`,
  async () => {
    const handled = new Set<string>();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed += 1) {
      for (const kind of await compare(seed)) handled.add(kind);
      if (seed % 50 === 0) console.log(`seed ${seed} of ${FIRST_SEED + HISTORIES - 1} agrees`);
    }
    // Histories that never reach a sentence prove nothing about it.
    if (HISTORIES >= ALL_HISTORIES) expect([...handled].sort()).toEqual([...ALL_KINDS].sort());
  },
  240_000 + HISTORIES * 4_000,
);
