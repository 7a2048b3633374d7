import type { FoundIncident } from "@/components/incidents/find-incidents";
import type { Found } from "@/components/snitches/selection/find-snitches";
import { type Command, matchCommands } from "./commands";
import type { FoundPassage } from "./find-passages";
import { type Findable, rateMatch } from "./match";
import type { SearchResults } from "./use-search-results";

export type Item =
  | { kind: "command"; value: string; command: Command }
  | { kind: "snitch"; value: string; snitch: Found }
  | { kind: "incident"; value: string; incident: FoundIncident }
  | { kind: "passage"; value: string; passage: FoundPassage };

/** The lines of the menu below one heading. */
export type Section = { heading: string; items: Item[] };

const MAX_ITEMS = 8;
/** What the server found for a reason that is not in the name. */
const WORST_RATING = 9;

const toFindable = (item: Item): Findable => {
  if (item.kind === "command") return item.command;
  if (item.kind === "snitch") return { title: item.snitch.name };
  // After the pages: their parts are for those who look for something in them.
  if (item.kind === "passage") return { title: "", keywords: `${item.passage.heading} ${item.passage.page}` };
  return { title: item.incident.name, keywords: `open incident ${item.incident.cause}` };
};

const rateItem = (query: string, item: Item) => rateMatch(query, toFindable(item)) ?? WORST_RATING;

/**
 * The lines of the menu by heading. If something is typed, the best matches of a heading come first, and the heading with the best
 * match comes first; of equals, snitches.
 */
export function buildSections(query: string, commands: Command[], results: SearchResults): Section[] {
  const items = [
    ...results.snitches.map((snitch): [string, Item] => [
      query.trim() ? "Snitches" : "Recent",
      { kind: "snitch", value: `snitch-${snitch.token}`, snitch },
    ]),
    ...results.incidents.map((incident): [string, Item] => [
      "Open Incidents",
      { kind: "incident", value: `incident-${incident.id}`, incident },
    ]),
    ...matchCommands(query, commands).map((command): [string, Item] => [
      command.group,
      { kind: "command", value: command.id, command },
    ]),
    ...results.passages.map((passage): [string, Item] => [
      "In the Documentation",
      { kind: "passage", value: `${passage.href} ${passage.heading}`, passage },
    ]),
  ];
  const isTyped = query.trim() !== "";
  return [...new Set(items.map(([heading]) => heading))]
    .map((heading) => {
      const rated = items
        .filter(([other]) => other === heading)
        .map(([, item]) => ({ item, rating: isTyped ? rateItem(query, item) : 0 }))
        .sort((one, other) => one.rating - other.rating);
      const best = isTyped ? rated.slice(0, MAX_ITEMS) : rated;
      return { heading, items: best.map(({ item }) => item), rating: rated[0]?.rating ?? 0 };
    })
    .sort((one, other) => one.rating - other.rating)
    .map(({ heading, items }) => ({ heading, items }));
}
