import { expect, test } from "vitest";
import { describeApplied } from "./describe";

test("what stays unwatched is said after --apply, too", () => {
  const applied = {
    watched: 1,
    created: 1,
    flushes: true,
    changed: [],
    refused: [],
    failed: [],
    keys: null,
    checkInUrls: new Map(),
    tokens: new Map(),
  };
  const remarks = [
    { file: "/etc/cron.d/backup", line: 3, text: "", message: "SHELL is no shell of this machine" },
  ];
  expect(describeApplied(applied, { remarks }, "https://tattle.example")).toContain(
    "  please note: /etc/cron.d/backup, line 3: SHELL is no shell of this machine",
  );
});
