/** What a check-in says, as the enum in the database. */
export type CheckInKind = "finish" | "violation" | "start" | "expected_start" | "log" | "ignored";
