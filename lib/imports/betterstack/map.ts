import { everySeconds } from "../every";
import type { Imported, ImportedSnitch } from "../imported";
import type { BetterStackAccount, Heartbeat } from "./read";

export const mapBetterStack = ({ heartbeats, groups }: BetterStackAccount): Imported => ({
  snitches: heartbeats.map((heartbeat) => toSnitch(heartbeat, groups)),
  channels: [],
  leftOut: [
    ...heartbeats
      .filter(({ maintenance_from }) => maintenance_from !== "")
      .map((heartbeat) => ({
        what: `maintenance of “${chooseName(heartbeat)}”`,
        why: "plan it under Maintenance",
      })),
    {
      what: "escalation policies and on-call calendars",
      why: "add the people under Members, and the order in which they are notified under Settings",
    },
  ],
});

const toSnitch = (heartbeat: Heartbeat, groups: Map<string, string>): ImportedSnitch => {
  const group = groups.get(heartbeat.heartbeat_group_id);
  return {
    name: chooseName(heartbeat),
    attributes: {
      name: chooseName(heartbeat),
      tags: group ? [group] : [],
      schedule: everySeconds(heartbeat.period),
      ...(heartbeat.grace !== null && { grace: heartbeat.grace }),
    },
    identity: { token: tokenIn(heartbeat.url) },
    pauseUntil:
      heartbeat.paused || heartbeat.paused_at !== "" || heartbeat.status === "paused" ? "unpaused" : null,
    channels: [],
  };
};

const chooseName = ({ name, url }: Heartbeat) => name.trim() || tokenIn(url);

/** The last part of the URL that the job requests. */
const tokenIn = (url: string) => url.split(/[?#]/, 1)[0]?.split("/").filter(Boolean).at(-1) ?? "";
