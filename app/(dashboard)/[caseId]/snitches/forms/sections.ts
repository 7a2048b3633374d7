import type { z } from "zod";
import { SUGGESTIONS } from "@/lib/rules/suggestions/suggestion";
import type { snitchChanges } from "@/lib/snitches/input";
import type { SETTINGS } from "@/lib/snitches/settings/settings";
import { alertingReaders, readReminder } from "./alerting-form";
import { readFilters } from "./filter-form";
import type { AttributeReaders } from "./read-form";
import { runReaders } from "./run-form";
import { scheduleChanges, scheduleReaders } from "./schedule-form";

type Section = {
  title: string;
  /** What its form has fields for. */
  attributes: (keyof typeof SETTINGS)[];
  /** How the form is read. Nothing else is changed when it is saved. */
  readers(form: FormData): AttributeReaders;
  /** What its attributes have to hold for together, if that is more than each holds for itself. */
  schema?: z.ZodType<z.output<typeof snitchChanges>>;
};

/** The settings of a snitch as people change them: each section has a form of its own. */
export const SECTIONS = {
  name: { title: "Name", attributes: ["name"], readers: (form) => ({ name: () => form.get("name") }) },
  schedule: {
    title: "Schedule",
    attributes: ["interval", "schedule", "timezone", "grace", "early", "active"],
    readers: (form) => scheduleReaders(Object.fromEntries(form)),
    schema: scheduleChanges,
  },
  alerts: {
    title: "Alerts",
    attributes: [
      ...(["alert_type", "alert_after", "alert_after_seconds", "recover_after"] as const),
      ...(["severity", "alert_email", "depends_on", "channels"] as const),
    ],
    readers: alertingReaders,
  },
  reminders: {
    title: "Reminders",
    attributes: ["remind_every"],
    readers: (form) => ({ remind_every: () => readReminder(form) }),
  },
  runs: {
    title: "Runs",
    attributes: ["max_runtime", "min_runtime", "start_grace", "expects", "checks"],
    readers: (form) => runReaders(Object.fromEntries(form)),
  },
  keywords: {
    title: "Keyword filters",
    attributes: ["filters"],
    readers: (form) => ({ filters: () => readFilters(form) }),
  },
  details: {
    title: "Tags, environment, link and notes",
    attributes: ["tags", "environment", "url", "notes"],
    readers: (form) => ({
      tags: () => String(form.get("tags") ?? "").split(","),
      environment: () => form.get("environment"),
      url: () => form.get("url"),
      notes: () => form.get("notes"),
    }),
  },
  suggestions: {
    title: "Dismissed suggestions",
    attributes: ["silenced"],
    readers: (form) => ({ silenced: () => SUGGESTIONS.filter((each) => form.has(`silenced.${each}`)) }),
  },
} satisfies Record<string, Section>;

export type SectionName = keyof typeof SECTIONS;

export const isSectionName = (name: unknown): name is SectionName =>
  typeof name === "string" && Object.hasOwn(SECTIONS, name);

export const findSection = (name: SectionName): Section => SECTIONS[name];
