import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { findStoredPorts, type Ports, storePorts } from "./demo-ports";
import { findFreePorts } from "./ports";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-ports-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the first time, no port is wished for, except those that the environment names", async () => {
  expect(await findStoredPorts({ PORT: "4321" }, folder)).toEqual({
    PORT: "4321",
    CHECK_IN_PORT: "",
    WORKER_PORT: "",
  });
});

test("the ports of the last time are used again, unless another program took one", async () => {
  const ports = (await findFreePorts()) as Ports;
  storePorts(folder, ports);
  expect(await findStoredPorts({}, folder)).toEqual(ports);
  expect(await findStoredPorts({ PORT: "4321" }, folder)).toEqual({ ...ports, PORT: "4321" });

  const other = createServer();
  await new Promise<void>((resolve) => other.listen(Number(ports.PORT), resolve));
  expect(await findStoredPorts({}, folder)).toEqual({ ...ports, PORT: "" });
  await new Promise((resolve) => other.close(resolve));
});
