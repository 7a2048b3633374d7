import type { Right } from "@/lib/cases/roles";

/** The headings of the menu. */
export type GroupName =
  | "This Snitch"
  | "This Incident"
  | "Actions"
  | "Go To"
  | "Settings"
  | "Your Account"
  | "Installation"
  | "Documentation"
  | "Cases";

/** What an entry does that is not a page: see `run` in the palette. */
export type Deed = "sign-out" | "dark" | "light" | "system-theme" | "show-keys";

/** A page by its folder in `app`. `[caseId]`, `[token]` and `[id]` are those of the page that is open. */
type PageTarget = { page: string; query?: string; at?: string };

/** What a command opens or does. */
export type Target =
  /** `at`: the id of a part of the page, or the name of a field, which gets the focus. */
  | PageTarget
  /** A file to download. */
  | { file: string }
  /** A shortcut of the page that is open. */
  | { key: string; on: "snitch" | "incident" }
  /** Which snitch to pause or to snooze is asked next. */
  | { ask: "pause" | "snooze" }
  | { deed: Deed };

/** A line of the table of commands. */
export type Entry = {
  id: string;
  title: string;
  group: GroupName;
  to: Target;
  /** Other words that people type for it. */
  keywords?: string;
  /** The page that a setting is on, as its tabs name it. */
  where?: string;
  /** Who is offered it: everyone who sees the page that is open, if absent. */
  needs?: Right | "operator";
  /** Not shown before something is typed. */
  isOnlyFound?: boolean;
};
