import { expect, test, vi } from "vitest";
import { step } from "./progress.mjs";

test.each([
  ["a command that succeeded", { code: 0 }, ["Checking…"]],
  ["a command that failed", { code: 3 }, ["Checking…", "Checking… failed after 0 s"]],
  ["work without an exit code", ["a migration"], ["Checking…"]],
])("a step says how it ended: %s", async (_, result, lines) => {
  const printed = vi.spyOn(console, "log").mockReturnValue();

  expect(await step("Checking", async () => result)).toBe(result);

  expect(printed.mock.calls.flat()).toEqual(lines);
  printed.mockRestore();
});
