import { z } from "zod";
import { wrong } from "../api";
import type { Origin } from "../origin";
import { MAX_RECORDS, tooMany } from "../read-pages";
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

const NOT_KUMA = "is not the database of Uptime Kuma: choose the file kuma.db of its data folder";

/** What `kuma.db` of version 1 or 2 has. */
export async function readKuma({ file }: Origin): Promise<KumaDatabase> {
  if (file.length === 0) throw wrong("file", "can’t be blank");
  const sqlite = await openSqlite(file);
  if (!sqlite) throw wrong("file", NOT_KUMA);
  try {
    return {
      monitors: readTable(sqlite, "monitor", monitor),
      notifications: readTable(sqlite, "notification", notification),
      tags: readTable(sqlite, "tag", tag),
      monitorTags: readTable(sqlite, "monitor_tag", monitorTag),
      monitorNotifications: readTable(sqlite, "monitor_notification", monitorNotification),
    };
  } finally {
    sqlite.close();
  }
}

function readTable<Schema extends z.ZodType>(
  sqlite: Sqlite,
  table: string,
  schema: Schema,
): z.output<Schema>[] {
  const rows = sqlite.readTable(table, MAX_RECORDS + 1);
  const result = rows && z.array(schema).safeParse(rows);
  if (!result?.success) throw wrong("file", NOT_KUMA);
  if (result.data.length > MAX_RECORDS) throw tooMany();
  return result.data;
}
