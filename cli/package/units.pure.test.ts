import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { lacks } from "@/testing/languages";

test.skipIf(lacks("systemd-analyze")).each(["tattle-flush.service", "tattle-flush.timer"])(
  "%s is correct",
  (unit) => {
    const { stderr } = spawnSync(
      "systemd-analyze",
      ["verify", "--man=no", "--recursive-errors=no", `cli/package/${unit}`],
      { encoding: "utf8" },
    );

    // The program is not installed where the tests run.
    expect(stderr.replace(/^.*\/usr\/bin\/tattle is not executable.*\n/gm, "")).toBe("");
  },
);
