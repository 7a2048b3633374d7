/** The snitch in the examples of files. */
export const BACKUP = {
  key: "nightly-backup",
  name: "Nightly backup",
  notes: "Runs on db1.",
  tags: ["database"],
  interval: "daily",
};

export const HOURLY_BACKUP = { version: 1, snitches: [{ ...BACKUP, interval: "hourly" }] };
