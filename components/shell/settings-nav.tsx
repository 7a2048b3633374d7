import { Link } from "@/components/ui/link";
import { may, type Right, type Role } from "@/lib/cases/roles";

type SettingsPage = { path: string; label: string; needs?: Right };

/** The pages of a case's settings, in their groups. `needs`: who may use a page; everyone who sees the case if absent. */
const GROUPS: { name?: string; pages: SettingsPage[] }[] = [
  { pages: [{ path: "/settings", label: "General" }] },
  {
    name: "Alerts",
    pages: [
      { path: "/settings/notifications", label: "Notifications" },
      { path: "/channels", label: "Channels" },
      { path: "/drills", label: "Fire Drills" },
    ],
  },
  {
    name: "Access",
    pages: [
      { path: "/settings/members", label: "Members" },
      { path: "/api-keys", label: "API Keys" },
    ],
  },
  {
    name: "Data",
    pages: [
      { path: "/import", label: "Import", needs: "manage_snitches" },
      { path: "/settings/configuration", label: "Configuration", needs: "change_settings" },
      { path: "/settings/audit", label: "Audit Log" },
    ],
  },
  { pages: [{ path: "/settings/danger", label: "Danger", needs: "own" }] },
];

const PAGES = GROUPS.flatMap(({ pages }) => pages);

/** The page of the settings that a path of a case leads to or below; undefined if it is elsewhere. */
export const findSettingsPage = (path: string): SettingsPage | undefined =>
  PAGES.findLast((page) => `${path}/`.startsWith(`${page.path}/`));

/** The settings that this role may use: a list in the sidebar, and on narrow screens a row below the header. */
export function SettingsNav({ caseId, role, path }: { caseId: string; role: Role; path: string }) {
  const current = findSettingsPage(path);
  return (
    <nav aria-label="Settings" className="settings-nav">
      {GROUPS.map(({ name, pages }) => {
        const usable = pages.filter(({ needs }) => !needs || may(role, needs));
        return (
          <div key={usable[0]?.path ?? name} className="max-lg:contents lg:not-first:pt-2">
            {name && <p className="px-2 pb-0.5 text-xs text-ink-quiet max-lg:hidden">{name}</p>}
            {usable.map((page) => (
              <Link
                key={page.path}
                href={`/${caseId}${page.path}`}
                ref={page === current ? scrollToLink : undefined}
                aria-current={page === current ? "page" : undefined}
                className="nav-link"
              >
                {page.label}
              </Link>
            ))}
          </div>
        );
      })}
    </nav>
  );
}

/** Shows the link to the current page where the links are a row that scrolls. */
function scrollToLink(link: HTMLElement | null) {
  const row = link?.closest("nav");
  if (link && row)
    row.scrollLeft += link.getBoundingClientRect().left - row.getBoundingClientRect().left - 16;
}
