import { z } from "zod";
import { MAX_RECORDS } from "../api";
import { optionalFlag, optionalText } from "../source-text";
import { openSqlite, type Sqlite } from "./sqlite";

const id = z.number();
const monitor = z.object({
  id,
  name: optionalText,
  type: optionalText,
  active: optionalFlag,
  /** In seconds. */
  interval: z.number(),
  retry_interval: z.number().nullish(),
  maxretries: z.number().nullish(),
  upside_down: optionalFlag,
  push_token: optionalText,
  description: optionalText,
  /** The group that it belongs to, in version 2. */
  parent: id.nullish(),
});
const notification = z.object({ id, name: optionalText, active: optionalFlag, config: optionalText });
const tag = z.object({ id, name: optionalText });
const monitorTag = z.object({ monitor_id: id, tag_id: id, value: optionalText });
const monitorNotification = z.object({ monitor_id: id, notification_id: id });

export type Monitor = z.output<typeof monitor>;
export type Notification = z.output<typeof notification>;

export type KumaDatabase = {
  monitors: Monitor[];
  notifications: Notification[];
  tags: z.output<typeof tag>[];
  monitorTags: z.output<typeof monitorTag>[];
  monitorNotifications: z.output<typeof monitorNotification>[];
};

/** What `kuma.db` of version 1 or 2 has, or why it cannot be read. */
export async function readKumaFile(file: Uint8Array): Promise<KumaDatabase | "not kuma" | "too many"> {
  const sqlite = await openSqlite(file);
  if (!sqlite) return "not kuma";
  try {
    const [monitors, notifications, tags, monitorTags, monitorNotifications] = [
      readTable(sqlite, "monitor", monitor),
      readTable(sqlite, "notification", notification),
      readTable(sqlite, "tag", tag),
      readTable(sqlite, "monitor_tag", monitorTag),
      readTable(sqlite, "monitor_notification", monitorNotification),
    ];
    if (!monitors || !notifications || !tags || !monitorTags || !monitorNotifications) return "not kuma";
    const read = { monitors, notifications, tags, monitorTags, monitorNotifications };
    return Object.values(read).some(({ length }) => length > MAX_RECORDS) ? "too many" : read;
  } finally {
    sqlite.close();
  }
}

/** The rows of a table, with the columns of the schema alone; null if it is none of Uptime Kuma’s. */
function readTable<Shape extends z.core.$ZodShape>(
  sqlite: Sqlite,
  table: string,
  schema: z.ZodObject<Shape>,
): z.output<z.ZodObject<Shape>>[] | null {
  const rows = sqlite.readTable(table, Object.keys(schema.shape), MAX_RECORDS + 1);
  return (rows && z.array(schema).safeParse(rows).data) ?? null;
}
