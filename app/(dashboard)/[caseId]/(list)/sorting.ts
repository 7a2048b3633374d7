import { LIST_COLUMNS, type ListColumn } from "@/components/snitches/list/list-columns";
import type { ColumnSort } from "@/components/snitches/list/sort-header";
import type { Order } from "@/lib/snitches/list-order";
import { buildListUrl, type View } from "./filters";

type Columns = Record<"status" | "name" | "interval" | "checkedIn" | "due" | ListColumn, ColumnSort>;

/** The order that a column's heading sorts by first, the order of the second press, and the direction of the first. */
const ORDERS_OF: Record<keyof Columns, [Order, Order, ColumnSort["direction"]]> = {
  status: ["worst", "-worst", "descending"],
  name: ["name", "-name", "ascending"],
  interval: ["interval", "-interval", "ascending"],
  checkedIn: ["latest", "-latest", "descending"],
  due: ["due", "-due", "ascending"],
  duration: ["longest", "-longest", "descending"],
  p95: ["p95", "-p95", "descending"],
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
export const ORDER_LABELS: Record<Order, string> = {
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
  longest: "Longest last run",
  "-longest": "Shortest last run",
  p95: "Highest p95",
  "-p95": "Lowest p95",
};

/** The column that an order sorts by, if it is one of those that can be turned on. */
const columnOf = (order: Order): ListColumn | undefined =>
  LIST_COLUMNS.find((column) => ORDERS_OF[column].includes(order));

/** The orders that the menu offers, and the current one: those of the columns that are shown. */
export const orderChoices = ({ order: current, columns }: View) =>
  (Object.keys(ORDER_LABELS) as Order[]).filter((order) => {
    const column = columnOf(order);
    return order === current || (!order.startsWith("-") && (!column || columns.includes(column)));
  });

/** The view with a column turned on, or off. A list that is sorted by a column that is turned off has the worst first. */
export function toggleColumn(view: View, column: ListColumn): View {
  const isOn = view.columns.includes(column);
  return {
    ...view,
    columns: LIST_COLUMNS.filter((other) => (other === column ? !isOn : view.columns.includes(other))),
    order: isOn && columnOf(view.order) === column ? "worst" : view.order,
  };
}
