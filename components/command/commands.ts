/** What a command does: opens a page, presses a button of the page, or asks for a snitch. */
export type Deed = { kind: "navigate"; href: string } | { kind: "press"; hotkey: string } | { kind: "ask" };

export type Command = { id: string; title: string; group: string; key?: string; deed: Deed };

type Place = {
  theCase?: { id: string; name: string };
  cases: { id: string; name: string }[];
  mayManage: boolean;
  pathname: string;
};

/** The commands of a page. */
export function commandsFor({ theCase, cases, mayManage, pathname }: Place): Command[] {
  const go = (id: string, title: string, href: string, key?: string): Command => ({
    id,
    title,
    group: "Go To",
    key,
    deed: { kind: "navigate", href },
  });
  const others = cases.filter(({ id }) => id !== theCase?.id);
  return [
    ...(theCase && /\/snitches\/[^/]+$/.test(pathname) ? here(mayManage) : []),
    ...(theCase && mayManage ? does(theCase.id) : []),
    ...(theCase
      ? [
          go("snitches", "Snitches", `/${theCase.id}`),
          go("webhooks", "Webhooks", `/${theCase.id}/webhooks`),
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

const here = (mayManage: boolean): Command[] => [
  ...(mayManage ? [press("pause-this", "Pause or Unpause This Snitch", "p")] : []),
  press("copy-url", "Copy Check-in URL", "y"),
];

const press = (id: string, title: string, hotkey: string): Command => ({
  id,
  title,
  group: "This Snitch",
  key: hotkey,
  deed: { kind: "press", hotkey },
});

const does = (caseId: string): Command[] => [
  {
    id: "add",
    title: "Add Snitch",
    group: "Do",
    key: "c",
    deed: { kind: "navigate", href: `/${caseId}/new` },
  },
  { id: "pause", title: "Pause a Snitch…", group: "Do", deed: { kind: "ask" } },
];

/** All shortcuts, as the overlay lists them. */
export const KEYS: { keys: string[]; does: string }[] = [
  { keys: ["⌘K", "Ctrl K"], does: "Open the command menu" },
  { keys: ["/"], does: "Search snitches" },
  { keys: ["c"], does: "Add a snitch" },
  { keys: ["j", "k"], does: "Next and previous snitch in the list" },
  { keys: ["Enter"], does: "Open the snitch" },
  { keys: ["x"], does: "Select it" },
  { keys: ["p"], does: "Pause or unpause" },
  { keys: ["y"], does: "Copy the check-in URL" },
  { keys: ["←", "→"], does: "Walk along a history" },
  { keys: ["?"], does: "Show this list" },
];
