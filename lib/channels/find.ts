import { db } from "@/lib/platform/db";
import { type ColumnsOf, mapRows } from "@/lib/platform/setting";
import type { SpanInput } from "@/lib/rules/notifications/channel-hours";
import { ROUTING } from "./routing";
import { decryptSettings } from "./stored-settings";

const ROUTE = mapRows(ROUTING, ({ property }) => [property, true]) as Record<
  keyof ColumnsOf<typeof ROUTING>,
  true
>;

/** What pages and the API show of a channel. */
export const STATE = {
  id: true,
  kind: true,
  name: true,
  url: true,
  disabledAt: true,
  disabledReason: true,
  limitedUntil: true,
  failingSince: true,
  failures: true,
  createdAt: true,
  ...ROUTE,
} as const;

const STORED = { ...STATE, settings: true, userId: true } as const;

/** The same row, of which the database knows only that the hours are JSON. */
export const withHours = <Row extends { hours: unknown }>(row: Row) => ({
  ...row,
  hours: row.hours as SpanInput[] | null,
});

/** The channels of a case with their settings, secrets included: oldest first. */
export async function listStored(caseId: string) {
  const rows = await db.channel.findMany({ where: { caseId }, orderBy: { id: "asc" }, select: STORED });
  return rows.map(withSettings);
}

/** A channel of a case with its settings, secrets included; null if the case has no such channel. */
export async function findStored(caseId: string, id: string) {
  const row = await db.channel.findFirst({ where: { id, caseId }, select: STORED });
  return row && withSettings(row);
}

const withSettings = <Row extends { url: string; settings: string | null }>(
  row: Row,
): Omit<Row, "settings"> & { settings: Record<string, string> } => ({
  ...row,
  settings: decryptSettings(row),
});

export type StoredChannel = Awaited<ReturnType<typeof listStored>>[number];
