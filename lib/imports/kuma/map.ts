import { everySeconds } from "../every";
import type { Imported, ImportedChannel, ImportedSnitch, LeftOut } from "../imported";
import { toChannel } from "./notification";
import type { KumaDatabase, Monitor } from "./read-file";

/** The shortest period of a schedule of ours, in seconds. */
const MIN_PERIOD = 30;

const isPush = ({ type }: Monitor) => type === "push";

export function mapKuma(database: KumaDatabase): Imported {
  const notifications = database.notifications.map(toChannel);
  const channels = notifications.filter((one): one is ImportedChannel => "key" in one);
  const tagsOf = tagsIn(database);
  const channelsOf = grouped(database.monitorNotifications, ({ notification_id }) => String(notification_id));
  const keys = new Set(channels.map(({ key }) => key));
  return {
    snitches: database.monitors.filter(isPush).map((monitor) => ({
      ...toSnitch(monitor, tagsOf(monitor)),
      channels: (channelsOf.get(monitor.id) ?? []).filter((key) => keys.has(key)),
    })),
    channels,
    leftOut: [
      ...database.monitors.flatMap(listLeftOut),
      ...notifications.filter((one): one is LeftOut => "why" in one),
    ],
  };
}

const toSnitch = (monitor: Monitor, tags: string[]): Omit<ImportedSnitch, "channels"> => ({
  name: chooseName(monitor),
  attributes: {
    name: chooseName(monitor),
    notes: monitor.description,
    tags,
    schedule: everySeconds(Math.max(MIN_PERIOD, monitor.interval)),
    ...computeGrace(monitor),
  },
  identity: { token: monitor.push_token },
  pauseUntil: monitor.active ? null : "unpaused",
});

const chooseName = ({ name, push_token, id }: Monitor) => name.trim() || push_token || `monitor ${id}`;

/** Finds the tags of a monitor, with their values, and its group. */
function tagsIn({ tags, monitorTags, monitors }: KumaDatabase) {
  const nameOfTag = new Map(tags.map(({ id, name }) => [id, name]));
  const nameOfMonitor = new Map(monitors.map(({ id, name }) => [id, name]));
  const tagNames = grouped(monitorTags, ({ tag_id, value }) => {
    const name = nameOfTag.get(tag_id) ?? "";
    return name && value ? `${name}:${value}` : name;
  });
  return ({ id, parent }: Monitor) =>
    [...(tagNames.get(id) ?? []), parent ? (nameOfMonitor.get(parent) ?? "") : ""].filter(Boolean);
}

/** What the rows say about each monitor, by its id. */
function grouped<Row extends { monitor_id: number }>(
  rows: Row[],
  read: (row: Row) => string,
): Map<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const row of rows) {
    const group = groups.get(row.monitor_id);
    if (group) group.push(read(row));
    else groups.set(row.monitor_id, [read(row)]);
  }
  return groups;
}

/** Without retries Uptime Kuma waits no longer than the interval: our default allows for a slow network. */
function computeGrace({ interval, retry_interval, maxretries }: Monitor): { grace?: number } {
  const grace = (maxretries ?? 0) * (retry_interval || interval);
  return grace > 0 ? { grace } : {};
}

function listLeftOut(monitor: Monitor): LeftOut[] {
  const what = `“${chooseName(monitor)}”`;
  // A group becomes a tag of its members.
  if (monitor.type === "group") return [];
  if (!isPush(monitor))
    return [
      { what, why: `it checks a server itself (${monitor.type}), while Tattle waits for jobs to report` },
    ];
  return [
    ...(monitor.interval < MIN_PERIOD
      ? [
          {
            what: `interval of ${what}`,
            why: `its interval is ${monitor.interval} seconds; the minimum here is ${MIN_PERIOD}`,
          },
        ]
      : []),
    ...(monitor.upside_down
      ? [
          {
            what: `“upside down” of ${what}`,
            why: "Tattle alerts about missing reports and errors, not about reports",
          },
        ]
      : []),
  ];
}
