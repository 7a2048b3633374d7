import { parseCron } from "./cron";
import { ScheduleError } from "./schedule-error";

/**
 * The cron expression that four fields were meant to be, such as `0 3 * * *` for `0 3 * *`. Null unless it is certain: the first two are a
 * minute and an hour, and wherever a star is added after them, it is the same expression, or none.
 */
export function completeCron(text: string): string | null {
  const fields = text.trim().split(/\s+/);
  const [, hour = "*"] = fields;
  // The hour of “3 * * *” may be its first field, for which a minute is missing.
  if (fields.length !== 4 || hour.startsWith("*")) return null;
  const candidates = [2, 3, 4].map((index) => fields.toSpliced(index, 0, "*").join(" ")).filter(isCron);
  const [completed, ...others] = new Set(candidates);
  return others.length === 0 ? (completed ?? null) : null;
}

function isCron(expression: string): boolean {
  try {
    parseCron(expression);
    return true;
  } catch (error) {
    if (error instanceof ScheduleError) return false;
    throw error;
  }
}
