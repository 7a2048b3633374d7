"use client";

import { usePathname } from "next/navigation";
import {
  CalendarClock,
  FileText,
  KeyRound,
  Radar,
  Send,
  Settings,
  TriangleAlert,
} from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { HelpLink } from "./help-link";

const ITEMS = [
  { path: "", label: "Snitches", Icon: Radar },
  { path: "/incidents", label: "Incidents", Icon: TriangleAlert },
  { path: "/maintenance", label: "Maintenance", Icon: CalendarClock },
  { path: "/reports", label: "Reports", Icon: FileText },
  { path: "/channels", label: "Channels", Icon: Send },
  { path: "/api-keys", label: "API Keys", Icon: KeyRound },
  { path: "/settings", label: "Settings", Icon: Settings },
];

type NavLinksProps = {
  caseId: string;
  /** How many incidents are open; above 99 the number does not matter. */
  openIncidents: number;
};

export function NavLinks({ caseId, openIncidents }: NavLinksProps) {
  const pathname = usePathname();
  const path = pathname.slice(`/${caseId}`.length);
  // Outside the case, on the account’s page for example, none of its pages is current.
  const current = pathname.startsWith(`/${caseId}`)
    ? (ITEMS.find(
        (item) => item.path && path.replace(/^\/(webhooks|drills)/, "/channels").startsWith(item.path),
      ) ?? ITEMS[0])
    : null;
  return (
    <nav aria-label="Case" className="flex gap-0.5 overflow-x-auto px-3 pb-2 lg:flex-col lg:px-0 lg:pb-0">
      {ITEMS.map((item) => {
        const isCurrent = item === current;
        return (
          <Link
            key={item.path}
            href={`/${caseId}${item.path}`}
            aria-current={isCurrent ? "page" : undefined}
            className="nav-link"
          >
            <item.Icon aria-hidden />
            {item.label}
            {item.path === "/incidents" && openIncidents > 0 && <OpenCount count={openIncidents} />}
          </Link>
        );
      })}
      <HelpLink className="lg:hidden" />
    </nav>
  );
}

const OpenCount = ({ count }: { count: number }) => (
  <span className="min-w-5 rounded-full bg-surface px-1.5 ring-1 ring-failed/30 text-center text-xs font-medium text-failed tabular-nums lg:ml-auto">
    {count > 99 ? "99+" : count}
    <span className="sr-only"> open</span>
  </span>
);
