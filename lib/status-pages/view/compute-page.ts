import { createHash } from "node:crypto";
import { remember } from "@epic-web/remember";
import { countRangeByDay } from "@/lib/history/days/count-range";
import { listMaintenanceWindows } from "@/lib/maintenance/covering";
import { listListeningGaps } from "@/lib/outages/listening-gaps";
import { query } from "@/lib/platform/db";
import type { Snitch } from "@/lib/platform/generated/client";
import { SharedResults } from "@/lib/platform/shared-results";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { addDay, type DayCounts, NO_DAY } from "@/lib/rules/history/day-counts";
import { activeAt } from "@/lib/rules/maintenance/active-at";
import { type ScheduleColumns, toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { StoredPage } from "../find-page";
import { listPublicNotices, type PublicNotice } from "../notices/list-public";
import { type Impact, worstImpacts } from "../notices/states";
import { type Component, listComponents, resolveComponents } from "../page-components";
import { type PageChanges, settingsIn } from "../page-input";
import { STANDS_FOR } from "../stands-for";
import { type JobFacts, jobState, type PublicState, worseState } from "./component-state";
import { combine, type PublicDay, type PublicPage, shareOf, shownSince, sumDays } from "./public-page";

type PageRow = Pick<
  StoredPage,
  "caseId" | "slug" | "title" | "visibility" | "settings" | "logo" | "logoDark"
>;

/** What of a page is not saved yet, for its preview. */
export type Draft = { changes?: PageChanges; notice?: PublicNotice };

/** What the page with this id shows now. Null if there is none. */
export async function computePage(
  id: string,
  now: Date,
  { changes = {}, notice }: Draft = {},
): Promise<PublicPage | null> {
  const [page] = await query<PageRow>(
    `SELECT pages.case_id AS "caseId", slug, shares.name AS title, visibility, pages.settings, logo, logo_dark AS "logoDark"
     FROM pages JOIN shares USING (id) WHERE pages.id = $1`,
    [id],
  );
  if (!page) return null;
  const { settings: current, ...attributes } = page;
  const settings = { ...current, ...settingsIn(changes) };
  const { caseId, title } = page;
  const components = changes.groups
    ? await resolveComponents(query, caseId, id, changes.groups)
    : await listComponents(query, id);
  const jobs = await listJobs(caseId, components);
  const [states, figures, others] = await Promise.all([
    findStates(jobs, now),
    readFigures(id, caseId, jobs, now),
    listPublicNotices({ id, caseId, components }, now),
  ]);
  const notices = notice ? [notice, ...others] : others;
  const impacts = worstImpacts(notices);
  const { jobs: ended, inOrder } = combine([...states.values()]);
  return {
    id,
    ...attributes,
    ...settings,
    title: changes.title ?? title,
    logo: changes.logo === undefined ? page.logo : changes.logo,
    logoDark: changes.logo_dark === undefined ? page.logoDark : changes.logo_dark,
    asOf: now,
    jobs: ended,
    inOrder,
    notices,
    components: components.map((component) => {
      const subject = formatSubject(component);
      const ofComponent = jobs.filter((job) => job.subject === subject);
      const figure = subject === null ? undefined : figures.get(subject);
      return {
        id: component.id,
        group: component.groupName,
        name: component.name,
        ...withImpact(
          combine(ofComponent.flatMap((job) => states.get(job.id) ?? [])),
          impacts.get(component.id),
        ),
        share90d: figure ? shareOf(figure.days) : null,
        meanMs: settings.show_durations ? (figure?.meanMs ?? null) : null,
        days: subject === null ? [] : (figure?.days ?? []),
      };
    }),
  };
}

const STATE_OF_IMPACT = { minor: "late", major: "failed" } as const satisfies Record<Impact, PublicState>;

/** What people say of a component counts if the state of its jobs is not worse. */
const withImpact = <Facts extends { state: PublicState }>(facts: Facts, impact?: Impact): Facts =>
  impact ? { ...facts, state: worseState(facts.state, STATE_OF_IMPACT[impact]) } : facts;

/** Names the snitch or the tag of a component; null for something of others. */
const formatSubject = ({ snitchId, tag }: Component) => snitchId ?? (tag === null ? null : `#${tag}`);

type JobRow = ScheduleColumns &
  Pick<
    Snitch,
    "id" | "caseId" | "status" | "deadline" | "deadlineBy" | "running" | "missingSince" | "createdAt"
  > & {
    /** `formatSubject` of the components that represent it. */
    subject: string;
    hasError: boolean;
  };

/** The jobs of these components, each once for each subject that represents it. */
const listJobs = (caseId: string, components: Component[]) =>
  query<JobRow>(
    `SELECT c.subject, s.id, s.case_id AS "caseId", s.status, s.deadline,
       s.deadline_by AS "deadlineBy", s.running, s.missing_since AS "missingSince", s.created_at AS "createdAt", s.interval,
       s.schedule, s.timezone, s.grace, s.start_grace AS "startGrace", s.early, s.active,
       EXISTS (SELECT FROM incidents i WHERE i.snitch_id = s.id AND i.closed_at IS NULL AND i.cause <> 'missed') AS "hasError"
     FROM (SELECT DISTINCT * FROM unnest($2::text[], $3::uuid[], $4::text[]) AS t (subject, snitch_id, tag)) AS c
     JOIN snitches s ON s.case_id = $1 AND ${STANDS_FOR}`,
    [
      caseId,
      components.map(formatSubject),
      components.map(({ snitchId }) => snitchId),
      components.map(({ tag }) => tag),
    ],
  );

/** Maintenance that began before is still known to last; its windows of a week are few. */
const BACK_MS = 7 * DAY_MS;

/** Each job once, although several subjects represent it. */
const distinctJobs = (jobs: JobRow[]) =>
  [...new Map(jobs.map((job) => [job.id, job])).values()].map((job) => ({ ...job, ...toScheduleTerms(job) }));

async function findStates(jobs: JobRow[], now: Date): Promise<Map<string, PublicState>> {
  const distinct = distinctJobs(jobs);
  const [since, until] = [new Date(now.getTime() - BACK_MS), new Date(now.getTime() + 1)];
  const [windows, gaps] = await Promise.all([
    listMaintenanceWindows(query, distinct, since, until),
    listListeningGaps(query, new Date(now.getTime() - 1), now),
  ]);
  return new Map(
    distinct.map((job) => {
      const facts: JobFacts = {
        ...job,
        maintenanceSince: activeAt(windows.get(job.id) ?? [], now)?.startsAt ?? null,
        isUnmonitored: gaps.length > 0 || job.deadlineBy === "silence" || job.deadlineBy === "restored",
      };
      return [job.id, jobState(facts, now)];
    }),
  );
}

type Figures = Map<string, { days: PublicDay[]; meanMs: number | null }>;

/** Counting the months of thousands of jobs takes seconds, and a new run hardly changes the result. */
const COUNTED_MS = 10 * MINUTE_MS;
const MAX_STORED = 500;

const figures = remember("tattle.page-figures", () => new SharedResults<Figures>(COUNTED_MS, MAX_STORED));

/** The figures by subject. Which jobs there are is a part of their name, so that what left the page is not in them. */
const readFigures = (pageId: string, caseId: string, jobs: JobRow[], now: Date): Promise<Figures> =>
  figures.read(caseId, hash(jobs.map(({ subject, id }) => subject + id).join() + pageId), now, () =>
    countFigures(jobs, now),
  );

const hash = (text: string) => createHash("sha256").update(text).digest("base64url");

async function countFigures(jobs: JobRow[], now: Date): Promise<Figures> {
  const counts = await countRangeByDay(distinctJobs(jobs), shownSince(now), now, now);
  const subjects = [...new Set(jobs.map(({ subject }) => subject))];
  return new Map(
    subjects.map((subject) => {
      const ofSubject = jobs.filter((job) => job.subject === subject);
      const days = ofSubject.map(({ id }) => counts.get(id) ?? new Map<number, DayCounts>());
      const sum = { ...NO_DAY };
      for (const each of days) for (const day of each.values()) addDay(sum, day);
      return [subject, { days: sumDays(days, now), meanMs: sum.runs > 0 ? sum.runMs / sum.runs : null }];
    }),
  );
}
