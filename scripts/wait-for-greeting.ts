import { connect } from "node:net";

/** Whether a server that speaks first, as mail servers do, says something within this time. */
export function waitForGreeting(url: string, timeoutMs: number): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: timeoutMs });
    const finish = (hasGreeted: boolean) => {
      resolve(hasGreeted);
      socket.destroy();
    };
    socket.once("data", () => finish(true));
    socket.once("timeout", () => finish(false));
    socket.once("error", () => finish(false));
    socket.once("close", () => finish(false));
  });
}
