import type { ColumnSort } from "@/components/snitches/sort-header";
import type { Order } from "@/lib/snitches/list-order";
import { buildListUrl, type View } from "./filters";

type Columns = Record<"status" | "name" | "interval" | "checkedIn" | "due", ColumnSort>;

/** The order that a column's heading sorts by first, the order of the second press, and the direction of the first. */
const ORDERS_OF: Record<keyof Columns, [Order, Order, ColumnSort["direction"]]> = {
  status: ["worst", "-worst", "descending"],
  name: ["name", "-name", "ascending"],
  interval: ["interval", "-interval", "ascending"],
  checkedIn: ["latest", "-latest", "descending"],
  due: ["due", "-due", "ascending"],
};

/** How the headings of the list sort it. */
export function columnSorts(caseId: string, view: View): Columns {
  const sorts = Object.entries(ORDERS_OF).map(([column, [first, second, direction]]) => {
    const opposite = direction === "ascending" ? "descending" : "ascending";
    const current = view.order === first ? direction : view.order === second ? opposite : undefined;
    const href = buildListUrl(caseId, { ...view, order: view.order === first ? second : first });
    return [column, { href, direction: current }];
  });
  return Object.fromEntries(sorts);
}

/** The orders in words. */
export const ORDER_WORDS: Record<Order, string> = {
  worst: "Worst first",
  "-worst": "Best first",
  due: "Due soonest",
  "-due": "Due latest",
  latest: "Latest check-in",
  "-latest": "Oldest check-in",
  name: "Name",
  "-name": "Name, Z to A",
  interval: "Most frequent",
  "-interval": "Least frequent",
  newest: "Newest",
  "-newest": "Oldest",
};

/** The orders that the menu offers, and the current one. */
export const orderChoices = (current: Order) =>
  (Object.keys(ORDER_WORDS) as Order[]).filter((order) => !order.startsWith("-") || order === current);
