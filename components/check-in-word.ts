/** What a check-in of this kind says, in words. */
export function checkInWord(
  kind: "finish" | "violation" | "start" | "expected_start" | "log" | "ignored",
  isHealthy: boolean,
): string {
  if (kind === "log") return "Log";
  if (kind === "ignored") return "Ignored";
  if (kind === "start" || kind === "expected_start") return "Started";
  if (kind === "violation") return "Finished, but broke a rule";
  return isHealthy ? "Checked in" : "Reported an error";
}
