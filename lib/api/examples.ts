import { env } from "@/lib/platform/env";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { type Presentable, presentSnitch } from "@/lib/snitches/present";
import { previewSchedule } from "@/lib/snitches/preview-schedule";

/** The snitch in the examples of the reference. Its tests create it. */
export const exampleSnitch: Presentable = {
  token: "c2354d53d2b1a4f0",
  name: "Nightly backup",
  tags: ["database"],
  notes: "Runs on db1.",
  status: "healthy",
  createdAt: new Date("2026-05-26T21:01:23.441Z"),
  checkedInAt: new Date("2026-05-27T02:00:07.118Z"),
  ...calendarTerms("daily"),
  deadline: new Date("2026-05-29T00:00:00.000Z"),
  alertType: "basic",
  alertEmail: [],
};

/** A request and the body of its response: "" if it is empty, undefined if the reference does not show it. */
export type Example = { path: string; body?: unknown; response: unknown };

const SHOWN_AT = new Date("2026-05-27T12:00:00.000Z");

const snitchWith = (changes: Partial<Presentable> = {}) =>
  presentSnitch({ ...exampleSnitch, ...changes }, env.CHECK_IN_URL, SHOWN_AT);

const path = `/v1/snitches/${exampleSnitch.token}`;

export const EXAMPLES = {
  listSnitches: { path: "/v1/snitches?tags=database", response: [snitchWith()] },
  showSnitch: { path, response: snitchWith() },
  createSnitch: {
    path: "/v1/snitches",
    body: { name: "Nightly backup", interval: "daily", tags: ["database"], notes: "Runs on db1." },
    response: snitchWith({ status: "pending", checkedInAt: null }),
  },
  updateSnitch: {
    path,
    body: { name: "Hourly backup", interval: "hourly", tags: ["database", "critical"] },
    response: snitchWith({ name: "Hourly backup", interval: "hourly", tags: ["database", "critical"] }),
  },
  addTags: { path: `${path}/tags`, body: ["critical", "db1"], response: ["database", "critical", "db1"] },
  removeTag: { path: `${path}/tags/database`, response: [] },
  pauseSnitch: { path: `${path}/pause`, body: { until: "2100-01-01T06:00:00.000Z" }, response: "" },
  unpauseSnitch: { path: `${path}/unpause`, response: "" },
  removeSnitch: { path, response: "" },
  previewSchedule: {
    path: `/v1/schedule?${new URLSearchParams({ schedule: "30 7 * * 1-5", timezone: "Europe/Riga", from: "2026-05-29T12:00:00Z", count: "2" })}`,
    response: previewSchedule({
      schedule: "30 7 * * 1-5",
      timezone: "Europe/Riga",
      from: new Date("2026-05-29T12:00:00Z"),
      count: 2,
    }),
  },
  describeApi: { path: "/v1/openapi.json", response: undefined },
} satisfies Record<string, Example>;

const shellQuote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The curl command for an example. Without a key it sends no authorization. */
export function curlOf(method: string, { path, body }: Example, key: string | null, baseUrl: string): string {
  const options = [...(method === "GET" ? [] : [`-X ${method}`]), ...(key === null ? [] : [`-u ${key}:`])];
  const bodyOptions =
    body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${shellQuote(JSON.stringify(body))}`];
  return [["curl", ...options, shellQuote(`${baseUrl}${path}`)].join(" "), ...bodyOptions].join(" \\\n  ");
}
