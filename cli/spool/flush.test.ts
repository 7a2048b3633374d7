import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import getPort from "get-port";
import { expect, onTestFinished, test } from "vitest";
import { aRespondingServer } from "@/testing/responding-server";
import { aStateFolder, listWaiting, runCommand, startCommand, TATTLE, untilEnded } from "@/testing/tattle";

test("a server that never responds holds up no report to another one", async () => {
  const state = aStateFolder();
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  const env = { TATTLE_STATE_DIR: state };
  const port = await getPort();
  const respondingServer = await aRespondingServer();
  onTestFinished(() => void respondingServer.close());
  respondingServer.setAway(true);
  const leaveReport = (url: string) =>
    runCommand([...TATTLE, "run", "--snitch", `${url}/job`, "--", "true"], { env });
  await leaveReport(`http://127.0.0.1:${port}`);
  await leaveReport(respondingServer.url);
  respondingServer.setAway(false);
  const unresponsive = createServer(() => {}).listen(port, "127.0.0.1");
  await once(unresponsive, "listening");
  onTestFinished(() => void unresponsive.close());

  const flushing = startCommand([...TATTLE, "flush"], { env });
  await expect.poll(() => listWaiting(state).length, { timeout: 20_000 }).toBe(2);
  flushing.kill("SIGKILL");
  await untilEnded(flushing);

  expect(respondingServer.requests).toHaveLength(2);
});
