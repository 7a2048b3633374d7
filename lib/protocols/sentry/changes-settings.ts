import { isSameSchedule } from "@/lib/rules/schedule/schedule-terms";
import { usableTerms } from "@/lib/snitches/schedule-input";
import type { StoredMonitor } from "./find-monitor";
import type { MonitorConfig } from "./monitor-config";

/** Whether these settings differ from the stored ones. Refuses a schedule that cannot be used. */
export function changesSettings(config: MonitorConfig, stored: StoredMonitor): boolean {
  const { max_runtime, alert_after, recover_after } = config;
  const { maxRuntime, alertAfter, recoverAfter, setBy, startGrace } = stored;
  return (
    setBy !== "sentry" ||
    !isSameSchedule({ ...usableTerms(config, stored), startGrace }, stored) ||
    (max_runtime ?? maxRuntime) !== maxRuntime ||
    (alert_after ?? alertAfter) !== alertAfter ||
    (recover_after ?? recoverAfter) !== recoverAfter
  );
}
