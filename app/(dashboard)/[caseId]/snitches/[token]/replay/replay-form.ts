import type { FormState } from "@/components/ui/form";
import { invalidAttribute, Refusal } from "@/lib/platform/refusal";
import { replayInput } from "@/lib/replay/input";
import { replaySnitch, type SnitchReplay } from "@/lib/replay/replay-snitch";
import type { Settings } from "@/lib/rules/incidents/settings";
import { formatMargin } from "@/lib/rules/schedule/margin-text";
import { withoutShorthand } from "@/lib/rules/schedule/on-calendar";
import type { Query } from "../../../(list)/filters";
import { readNumber } from "../../forms/alerting-form";
import { readSeconds } from "../../forms/form-seconds";
import { type AttributeReaders, parseForm } from "../../forms/read-form";
import { readChecks } from "../../forms/run-form";
import { scheduleReaders } from "../../forms/schedule-form";

/** The days that the page offers. */
export const DAYS = [7, 30, 60, 90] as const;
const DEFAULT_DAYS = 30;

type Days = (typeof DAYS)[number];

export const parseDays = (value: Query[string]): Days =>
  DAYS.find((days) => String(days) === value) ?? DEFAULT_DAYS;

const NAMES = ["interval", "schedule", "timezone", "grace", "early", "active"] as const;
const FIELDS = ["kind", ...NAMES, "alert_type", "alert_after", "max_runtime", "checks"] as const;

type Field = (typeof FIELDS)[number];

/** The fields of the form, as they are typed and as they are in the query of the page. */
export type ReplayFields = Record<Field, string>;

type TriedSettings = Pick<
  Settings,
  | "interval"
  | "schedule"
  | "timezone"
  | "grace"
  | "early"
  | "active"
  | "alertType"
  | "alertAfter"
  | "maxRuntime"
  | "checks"
>;

/** The fields for these settings. A default is an empty field. */
export const fieldsFor = (settings: TriedSettings): ReplayFields => ({
  kind: settings.schedule === null ? "interval" : "schedule",
  interval: settings.schedule === null ? settings.interval : "",
  schedule: settings.schedule === null ? "" : withoutShorthand(settings.schedule),
  timezone: settings.timezone === "UTC" ? "" : settings.timezone,
  grace: format(settings.grace),
  early: format(settings.early),
  active: settings.active ?? "",
  alert_type: settings.alertType,
  alert_after: settings.alertAfter === 1 ? "" : String(settings.alertAfter),
  max_runtime: format(settings.maxRuntime),
  checks: settings.checks.join("\n"),
});

const format = (seconds: number | null) => (seconds === null ? "" : formatMargin(seconds));

/** The fields of a query. Those that it does not have are the snitch’s own. */
export function readReplayFields(query: Query, own: TriedSettings): ReplayFields {
  const settings = Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = query[name];
      return typeof value === "string" ? [[name, value.replaceAll("\r\n", "\n")]] : [];
    }),
  ) as Partial<ReplayFields>;
  const kind = settings.kind ?? (settings.schedule ? "schedule" : settings.interval ? "interval" : undefined);
  return { ...fieldsFor(own), ...settings, ...(kind !== undefined && { kind }) };
}

/** The query of these fields, without those that are the snitch’s own. */
export function replayQuery(fields: ReplayFields, own: TriedSettings, days: number): string {
  const ownFields = fieldsFor(own);
  const names = FIELDS.filter((name) => fields[name] !== ownFields[name]);
  return new URLSearchParams([
    ...(days === DEFAULT_DAYS ? [] : [["days", String(days)]]),
    ...names.map((name) => [name, fields[name]]),
  ]).toString();
}

/** How the API’s attributes are read from the fields, also for a change of the snitch. */
export const replayReaders = (fields: Record<string, unknown>): AttributeReaders => ({
  ...scheduleReaders(fields),
  alert_type: () => fields.alert_type,
  alert_after: () => readNumber(fields.alert_after),
  max_runtime: () => readSeconds("max_runtime", fields.max_runtime, 1),
  checks: () => readChecks(fields.checks),
});

type Tried = { replay: SnitchReplay | null; state: FormState };

/** A replay with the settings in these fields; without one, the state of the form says what is wrong with them. */
export async function tryFields(
  snitch: { caseId: string; token: string; minRuntime: number | null },
  fields: ReplayFields,
  since: Date,
  now: Date,
): Promise<Tried> {
  try {
    const { max_runtime = null, ...input } = parseForm(replayInput(now), replayReaders(fields));
    refuseShortRuntime(max_runtime, snitch.minRuntime);
    const replay = await replaySnitch(snitch.caseId, snitch.token, { ...input, max_runtime, since }, now);
    return { replay, state: { values: fields } };
  } catch (error) {
    if (!(error instanceof Refusal) || !error.validations) throw error;
    const { message, validations } = error;
    return { replay: null, state: { error: message, validations, values: fields } };
  }
}

function refuseShortRuntime(maxRuntime: number | null, minRuntime: number | null): void {
  if (maxRuntime === null || minRuntime === null || maxRuntime > minRuntime) return;
  const message = `must be more than the shortest runtime, ${formatMargin(minRuntime)}`;
  throw invalidAttribute("max_runtime", message);
}
