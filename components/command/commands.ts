/** What a command does: opens a page, triggers a keyboard shortcut of the page, or asks which snitch to pause or snooze. */
export type Action =
  | { kind: "navigate"; href: string }
  | { kind: "shortcut"; hotkey: string }
  | { kind: "pause" }
  | { kind: "snooze" };

export type Command = { id: string; title: string; group: string; key?: string; action: Action };

type PageContext = {
  theCase?: { id: string; name: string };
  cases: { id: string; name: string }[];
  mayManage: boolean;
  pathname: string;
};

/** The commands of a page. */
export function commandsFor({ theCase, cases, mayManage, pathname }: PageContext): Command[] {
  const go = (id: string, title: string, href: string, key?: string): Command => ({
    id,
    title,
    group: "Go To",
    key,
    action: { kind: "navigate", href },
  });
  const others = cases.filter(({ id }) => id !== theCase?.id);
  return [
    ...(theCase && /\/snitches\/[^/]+$/.test(pathname) ? snitchCommands(mayManage) : []),
    ...(theCase && mayManage ? duplicateCommand(theCase.id, pathname) : []),
    ...(theCase && mayManage ? listCaseActions(theCase.id) : []),
    ...(theCase
      ? [
          go("snitches", "Snitches", `/${theCase.id}`),
          go("timeline", "Timeline", `/${theCase.id}?view=timeline`),
          go("board", "Board", `/${theCase.id}/board`),
          go("incidents", "Incidents", `/${theCase.id}/incidents`),
          go("maintenance", "Maintenance", `/${theCase.id}/maintenance`),
          go("reports", "Reports", `/${theCase.id}/reports`),
          go("channels", "Channels", `/${theCase.id}/channels`),
          go("api-keys", "API Keys", `/${theCase.id}/api-keys`),
          go("settings", "Case Settings", `/${theCase.id}/settings`),
        ]
      : []),
    go("docs", "Documentation", "/docs"),
    go("api", "API Reference", "/docs/api"),
    ...others.map(({ id, name }) => ({
      ...go(`case-${id}`, `Switch to ${name}`, `/${id}`),
      group: "Cases",
    })),
    { ...go("new-case", "New Case", "/cases/new"), group: "Cases" },
  ];
}

const snitchCommands = (mayManage: boolean): Command[] => [
  ...(mayManage
    ? [
        shortcut("snooze-this", "Snooze This Snitch…", "s"),
        shortcut("pause-this", "Pause or Unpause This Snitch", "p"),
      ]
    : []),
  shortcut("copy-url", "Copy Check-in URL", "y"),
];

/** On every page of a snitch. */
function duplicateCommand(caseId: string, pathname: string): Command[] {
  const token = /\/snitches\/([\w-]+)/.exec(pathname)?.[1];
  if (!token) return [];
  const action = { kind: "navigate", href: `/${caseId}/new?from=${token}` } as const;
  return [{ id: "duplicate-this", title: "Duplicate This Snitch", group: "This Snitch", action }];
}

const shortcut = (id: string, title: string, hotkey: string): Command => ({
  id,
  title,
  group: "This Snitch",
  key: hotkey,
  action: { kind: "shortcut", hotkey },
});

const listCaseActions = (caseId: string): Command[] => [
  {
    id: "add",
    title: "Add Snitch",
    group: "Actions",
    key: "c",
    action: { kind: "navigate", href: `/${caseId}/new` },
  },
  {
    id: "plan-maintenance",
    title: "Plan Maintenance",
    group: "Actions",
    action: { kind: "navigate", href: `/${caseId}/maintenance/new` },
  },
  {
    id: "import",
    title: "Import from Another Product",
    group: "Actions",
    action: { kind: "navigate", href: `/${caseId}/import` },
  },
  { id: "snooze", title: "Snooze a Snitch…", group: "Actions", action: { kind: "snooze" } },
  { id: "pause", title: "Pause a Snitch…", group: "Actions", action: { kind: "pause" } },
];

/** All shortcuts, as the overlay lists them. */
export const KEYS: { keys: string[]; does: string }[] = [
  { keys: ["⌘K", "Ctrl K"], does: "Open the command menu" },
  { keys: ["/"], does: "Search the list" },
  { keys: ["c"], does: "Add a snitch" },
  { keys: ["j", "k"], does: "Next and previous snitch or incident of the page" },
  { keys: ["Enter"], does: "Open it" },
  { keys: ["x"], does: "Select it" },
  { keys: ["X"], does: "Select all incidents of the page" },
  { keys: ["a"], does: "Acknowledge the incident, or all that are selected" },
  { keys: ["s"], does: "Snooze" },
  { keys: ["p"], does: "Pause or unpause" },
  { keys: ["y"], does: "Copy the check-in URL" },
  { keys: ["←", "→"], does: "Move along the history" },
  { keys: ["?"], does: "Show this list" },
];
