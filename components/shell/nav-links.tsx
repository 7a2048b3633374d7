"use client";

import { CalendarClock, Globe, Radar, Settings, TriangleAlert } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import type { Role } from "@/lib/cases/roles";
import { findSettingsPage, SettingsNav } from "./settings-nav";
import { useCasePath } from "./use-case-path";

const SNITCHES = { path: "", label: "Snitches", Icon: Radar };
const INCIDENTS = { path: "/incidents", label: "Incidents", Icon: TriangleAlert };
const SETTINGS = { path: "/settings", label: "Settings", Icon: Settings };
const ITEMS = [
  SNITCHES,
  INCIDENTS,
  { path: "/maintenance", label: "Maintenance", Icon: CalendarClock },
  { path: "/status-pages", label: "Status Pages", Icon: Globe },
  SETTINGS,
];

/** The entry that the page of a case with this path belongs to. */
function findItem(path: string) {
  if (path.startsWith("/alerts")) return INCIDENTS;
  if (findSettingsPage(path)) return SETTINGS;
  return ITEMS.find((item) => item.path && path.startsWith(item.path)) ?? SNITCHES;
}

type NavLinksProps = {
  caseId: string;
  role: Role | undefined;
  /** How many incidents are open; above 99 the number does not matter. */
  openIncidents: number;
};

/** The pages of a case: in the sidebar, or on narrow screens in a bar at the bottom, with those of the settings below the header. */
export function NavLinks({ caseId, role, openIncidents }: NavLinksProps) {
  const path = useCasePath(caseId);
  const current = path === null ? null : findItem(path);
  return (
    <>
      <nav aria-label="Case" className="case-nav">
        {ITEMS.map((item) => (
          <Link
            key={item.path}
            href={`/${caseId}${item.path}`}
            aria-current={item === current ? "page" : undefined}
            className="nav-link"
          >
            <item.Icon aria-hidden />
            {item.label}
            {item === INCIDENTS && openIncidents > 0 && <OpenCount count={openIncidents} />}
          </Link>
        ))}
      </nav>
      {path !== null && role && current === SETTINGS && (
        <SettingsNav caseId={caseId} role={role} path={path} />
      )}
    </>
  );
}

const OpenCount = ({ count }: { count: number }) => (
  <span className="open-count">
    {count > 99 ? "99+" : count}
    <span className="sr-only"> open</span>
  </span>
);
