import { expect, test } from "vitest";
import { onShutdown, runShutdownTasks } from "./shutdown.mjs";

test("shutdown tasks run one after another, newest first, each once", async () => {
  const log: string[] = [];
  const task = (name: string) => async () => {
    log.push(`${name} starts`);
    await Promise.resolve();
    log.push(`${name} ends`);
  };
  onShutdown(task("server"));
  const stopClient = onShutdown(task("client"));

  const early = stopClient();
  expect(await runShutdownTasks()).toBe(true);
  await early;
  await stopClient();

  expect(log).toEqual(["client starts", "client ends", "server starts", "server ends"]);
});

test("a task that fails does not stop the others, and the shutdown reports it", async () => {
  const log: string[] = [];
  onShutdown(() => void log.push("first"));
  onShutdown(() => {
    throw new Error("the second task fails in this test");
  });

  expect(await runShutdownTasks()).toBe(false);
  expect(log).toEqual(["first"]);
  expect(await runShutdownTasks()).toBe(true);
});
