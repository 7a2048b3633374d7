import type { NewMaintenance } from "@/lib/maintenance/input";
import { HOUR_MS } from "@/lib/rules/durations";

/** Maintenance of the whole case from now on, as one click makes it. */
export const nextTwoHours = (now: Date): NewMaintenance => ({
  name: "Maintenance",
  note: "",
  all: true,
  starts_at: now,
  ends_at: new Date(now.getTime() + 2 * HOUR_MS),
});
