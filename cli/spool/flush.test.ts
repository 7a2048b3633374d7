import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import getPort from "get-port";
import { expect, onTestFinished, test } from "vitest";
import { anAnsweringServer } from "@/testing/answering-server";
import { aStateFolder, listWaiting, runCommand, startCommand, TATTLE, untilEnded } from "@/testing/tattle";

test("a server that never answers holds up no report to another one", async () => {
  const state = aStateFolder();
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  const env = { TATTLE_STATE_DIR: state };
  const port = await getPort();
  const answering = await anAnsweringServer();
  onTestFinished(() => void answering.close());
  answering.setAway(true);
  const leaveReport = (url: string) =>
    runCommand([...TATTLE, "run", "--snitch", `${url}/job`, "--", "true"], { env });
  await leaveReport(`http://127.0.0.1:${port}`);
  await leaveReport(answering.url);
  answering.setAway(false);
  const silent = createServer(() => {}).listen(port, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());

  const flushing = startCommand([...TATTLE, "flush"], { env });
  await expect.poll(() => listWaiting(state).length, { timeout: 20_000 }).toBe(2);
  flushing.kill("SIGKILL");
  await untilEnded(flushing);

  expect(answering.requests).toHaveLength(2);
});
