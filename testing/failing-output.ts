/** What a job prints before it fails: sixty lines and more than a thousand characters, with a traceback at the end. */
export const FAILING_OUTPUT = [
  ...Array.from({ length: 54 }, (_, i) => `table ${i + 1} of 54: ${(i + 1) * 812} rows copied`),
  "Traceback (most recent call last):",
  '  File "/srv/backup.py", line 812, in <module>',
  "    main()",
  '  File "/srv/backup.py", line 44, in main',
  "    connect(replica)",
  "OperationalError: could not translate host name “db7” to address",
  "",
].join("\n");

export const FAILING_LINE = "OperationalError: could not translate host name “db7” to address";
