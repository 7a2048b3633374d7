import { may, type Role } from "@/lib/cases/roles";
import { ENTRIES } from "./entries";
import type { Deed, Entry } from "./entry";
import { matchBest } from "./match";

/** What a command does. */
export type Action =
  | { kind: "navigate"; href: string; at?: string }
  | { kind: "download"; href: string }
  | { kind: "shortcut"; hotkey: string }
  | { kind: "ask"; verb: "pause" | "snooze" }
  | { kind: "deed"; deed: Deed };

export type Command = Omit<Entry, "to" | "needs"> & { hotkey?: string; action: Action };

/** Who asks, and from which page. */
export type PageContext = Person & { pathname: string };

export type Person = {
  /** The open case, or the one opened last, and the person’s role in it. */
  theCase?: { id: string; name: string };
  role?: Role;
  isOperator: boolean;
  cases: { id: string; name: string }[];
};

type Open = { caseId?: string; token?: string; incidentId?: string };

/** What the page that is open is about. */
function findOpen({ theCase, pathname }: PageContext): Open {
  const token = /\/snitches\/([\w-]+)/.exec(pathname)?.[1];
  const incidentId = /\/incidents\/([\w-]+)$/.exec(pathname)?.[1];
  return {
    ...(theCase && { caseId: theCase.id }),
    ...(theCase && token && { token }),
    ...(theCase && incidentId && { incidentId }),
  };
}

const isAllowed = ({ needs }: Entry, { role, isOperator }: PageContext) =>
  !needs || (needs === "operator" ? isOperator : role !== undefined && may(role, needs));

/** The address with the case and the snitch that are open. Null if it needs one, and none is open. */
function fillIn(address: string, { caseId, token }: Open): string | null {
  const filled = address
    .replaceAll("[caseId]", caseId ?? "[caseId]")
    .replaceAll("[token]", token ?? "[token]");
  return filled.includes("[") ? null : filled;
}

/** What the entry does on this page. Null if it does not belong to it. */
function resolveAction({ to }: Entry, open: Open, pathname: string): Action | null {
  if ("deed" in to) return { kind: "deed", deed: to.deed };
  if ("ask" in to) return open.caseId ? { kind: "ask", verb: to.ask } : null;
  if ("key" in to) {
    const isThere =
      to.on === "incident" ? open.incidentId : /\/snitches\/[^/]+$/.test(pathname) && open.token;
    return isThere ? { kind: "shortcut", hotkey: to.key } : null;
  }
  if ("file" in to) {
    const href = fillIn(to.file, open);
    return href === null ? null : { kind: "download", href };
  }
  const href = fillIn(to.query ? `${to.page}?${to.query}` : to.page, open);
  return href === null ? null : { kind: "navigate", href, ...(to.at && { at: to.at }) };
}

/** Shortcuts of every page, by the entry that does the same. */
const HOTKEYS: Record<string, string> = { add: "c", "show-keys": "?" };

/** The commands that the person may use on this page, in the order of the table, and one for each other case. */
export function commandsFor(context: PageContext): Command[] {
  const open = findOpen(context);
  const commands = ENTRIES.filter((entry) => isAllowed(entry, context)).flatMap((entry): Command[] => {
    const action = resolveAction(entry, open, context.pathname);
    const { to, needs: _, ...item } = entry;
    const hotkey = "key" in to ? to.key : HOTKEYS[entry.id];
    return action ? [{ ...item, ...(hotkey && { hotkey }), action }] : [];
  });
  return [...commands, ...listCaseCommands(context)];
}

const listCaseCommands = ({ cases, theCase }: PageContext): Command[] =>
  cases
    .filter(({ id }) => id !== theCase?.id)
    .map(({ id, name }) => ({
      id: `case-${id}`,
      title: `Switch to ${name}`,
      group: "Cases",
      keywords: "open change case",
      action: { kind: "navigate", href: `/${id}` },
    }));

/** The commands that match what is typed, best first; those that are always shown if nothing is typed. */
export const matchCommands = (query: string, commands: Command[]): Command[] =>
  query.trim() ? matchBest(query, commands) : commands.filter(({ isOnlyFound }) => !isOnlyFound);
