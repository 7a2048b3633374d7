import type { Severity } from "./incident";

export const SEVERITY_WORDS: Record<Severity, string> = {
  info: "Info",
  warning: "Warning",
  critical: "Critical",
};
