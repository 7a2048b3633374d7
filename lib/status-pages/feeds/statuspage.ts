import type { PublicNotice } from "../notices/list-public";
import type { Impact } from "../notices/states";
import type { PublicComponent, PublicPage } from "../view/public-page";

/** How Statuspage names the state of a component. */
const COMPONENT_STATUS = {
  ok: "operational",
  running: "operational",
  unknown: "operational",
  late: "degraded_performance",
  failed: "major_outage",
  maintenance: "under_maintenance",
} as const satisfies Record<PublicComponent["state"], string>;

const DESCRIPTIONS = {
  none: "All Systems Operational",
  minor: "Minor Service Outage",
  major: "Partial System Outage",
  critical: "Major Service Outage",
};

/** `minor` if something is late; `major` if something failed; `critical` if everything did. */
export function indicatorOf(components: Pick<PublicComponent, "state">[]): keyof typeof DESCRIPTIONS {
  const failed = components.filter(({ state }) => state === "failed").length;
  if (failed > 0) return failed === components.length ? "critical" : "major";
  return components.some(({ state }) => state === "late") ? "minor" : "none";
}

type Page = Pick<PublicPage, "id" | "title" | "timezone" | "asOf" | "components" | "notices">;

/** A page in the shapes of Statuspage’s API v2, so that its readers work with a new base URL. */
export const statuspageFiles = {
  status: (page: Page, url: string) => ({ page: presentPage(page, url), status: presentStatus(page) }),
  summary: (page: Page, url: string) => ({
    page: presentPage(page, url),
    components: page.components.map((component, position) => presentComponent(page, component, position + 1)),
    incidents: page.notices
      .filter(({ kind, endedAt }) => kind === "incident" && !endedAt)
      .map((notice) => presentIncident(page, notice, url)),
    scheduled_maintenances: page.notices
      .filter(({ kind, endedAt }) => kind === "maintenance" && !endedAt)
      .map((notice) => ({
        ...presentIncident(page, notice, url),
        scheduled_for: notice.startsAt?.toISOString() ?? null,
        scheduled_until: notice.endsAt?.toISOString() ?? null,
      })),
    status: presentStatus(page),
  }),
};

const presentPage = ({ id, title, timezone, asOf }: Page, url: string) => ({
  id,
  name: title,
  url,
  time_zone: timezone,
  updated_at: asOf.toISOString(),
});

function presentStatus({ components }: Page) {
  const indicator = indicatorOf(components);
  return { indicator, description: DESCRIPTIONS[indicator] };
}

const presentComponent = (
  { id: page_id, asOf }: Page,
  { id, name, state }: PublicComponent,
  position: number,
) => ({
  id,
  name,
  status: COMPONENT_STATUS[state],
  created_at: asOf.toISOString(),
  updated_at: asOf.toISOString(),
  position,
  description: null,
  showcase: false,
  start_date: null,
  group_id: null,
  page_id,
  group: false,
  only_show_if_degraded: false,
});

const impactOf = (components: { impact: Impact }[]) =>
  components.some(({ impact }) => impact === "major") ? "major" : components.length > 0 ? "minor" : "none";

function presentIncident(page: Page, notice: PublicNotice, url: string) {
  const { id, title, kind, state, updates, startsAt } = notice;
  const first = updates[0]?.at ?? startsAt ?? page.asOf;
  const last = updates.at(-1)?.at ?? first;
  const status = state ?? "investigating";
  let current: string | null = null;
  return {
    id,
    name: title,
    status,
    created_at: first.toISOString(),
    updated_at: last.toISOString(),
    monitoring_at: null,
    resolved_at: null,
    impact: kind === "maintenance" ? "maintenance" : impactOf(notice.affected),
    shortlink: `${url}#${id}`,
    started_at: (startsAt ?? first).toISOString(),
    page_id: page.id,
    incident_updates: updates
      .map((update) => {
        // Every update of theirs has a state; one that changes nothing has that from before.
        current = update.state ?? current ?? (kind === "maintenance" ? "scheduled" : "investigating");
        const at = update.at.toISOString();
        return {
          id: update.id,
          status: current,
          body: update.text,
          incident_id: id,
          created_at: at,
          updated_at: at,
          display_at: at,
        };
      })
      .reverse(),
    components: page.components
      .map((component, position) => ({ component, position: position + 1 }))
      .filter(({ component }) => notice.affected.some((each) => each.component === component.id))
      .map(({ component, position }) => presentComponent(page, component, position)),
  };
}
