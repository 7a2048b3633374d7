import type { Bar } from "@/lib/history/outcomes";

/** Whether the job reported an error during maintenance. That counts for nothing, but the history shows that it ran. */
export const isCoveredReport = ({ outcome, checkedInAt }: Bar) =>
  outcome === "excused" && checkedInAt !== null;
