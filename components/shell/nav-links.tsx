"use client";

import { usePathname } from "next/navigation";
import { useRef } from "react";
import {
  CalendarClock,
  Ellipsis,
  FileText,
  Globe,
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
  { path: "/sharing", label: "Sharing", Icon: Globe },
  { path: "/api-keys", label: "API Keys", Icon: KeyRound },
  { path: "/settings", label: "Settings", Icon: Settings },
];

type NavLinksProps = {
  caseId: string;
  /** How many incidents are open; above 99 the number does not matter. */
  openIncidents: number;
};

/** How many entries stand in the bar of a narrow screen. The others are behind its last button. */
const IN_BAR = 4;

/** The pages of a case: in the sidebar, or on narrow screens in a bar at the bottom, where “More” unfolds the rest, also without scripts. */
export function NavLinks({ caseId, openIncidents }: NavLinksProps) {
  const pathname = usePathname();
  const more = useRef<HTMLDivElement>(null);
  const path = pathname.slice(`/${caseId}`.length);
  // Outside the case, on the account’s page for example, none of its pages is current.
  const current = pathname.startsWith(`/${caseId}`)
    ? (ITEMS.find(
        (item) =>
          item.path &&
          path
            .replace(/^\/(webhooks|drills)/, "/channels")
            .replace(/^\/alerts/, "/incidents")
            .startsWith(item.path),
      ) ??
      ITEMS[0] ??
      null)
    : null;
  const renderItem = (item: (typeof ITEMS)[number]) => (
    <Link
      key={item.path}
      href={`/${caseId}${item.path}`}
      aria-current={item === current ? "page" : undefined}
      className="nav-link"
    >
      <item.Icon aria-hidden />
      {item.label}
      {item.path === "/incidents" && openIncidents > 0 && <OpenCount count={openIncidents} />}
    </Link>
  );
  const isInMore = current !== null && ITEMS.indexOf(current) >= IN_BAR;
  return (
    <nav aria-label="Case" className="case-nav">
      {ITEMS.slice(0, IN_BAR).map(renderItem)}
      <button
        type="button"
        popoverTarget={MORE_ID}
        aria-current={isInMore ? "true" : undefined}
        className="nav-link lg:hidden"
      >
        <Ellipsis aria-hidden />
        More
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what is pressed. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link is also clicked by a key. */}
      <div
        id={MORE_ID}
        ref={more}
        popover="auto"
        className="case-nav-more"
        onClick={() => more.current?.hidePopover?.()}
      >
        {ITEMS.slice(IN_BAR).map(renderItem)}
        <HelpLink className="lg:hidden" />
      </div>
    </nav>
  );
}

const MORE_ID = "more-pages";

const OpenCount = ({ count }: { count: number }) => (
  <span className="open-count">
    {count > 99 ? "99+" : count}
    <span className="sr-only"> open</span>
  </span>
);
