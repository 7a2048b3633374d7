import getPort, { clearLockedPorts, portNumbers } from "get-port";
import { UserError } from "@/lib/platform/user-error.mjs";

/** How many ports after the usual one are tried. */
const RANGE = 200;

/** Chooses ports. One that the environment names must be free; a default port moves to the next free one. */
export async function choosePorts<Name extends string>(
  ports: Record<Name, number>,
  env: NodeJS.ProcessEnv,
): Promise<Record<Name, string>> {
  const result: Record<string, string> = {};
  const reserved = new Set(Object.values<number>(ports));
  for (const [name, port] of Object.entries<number>(ports)) {
    const exclude = Object.values(result).map(Number);
    const isFree = !exclude.includes(port) && (await getPort({ port, exclude })) === port;
    if (!isFree && env[name])
      throw new UserError(
        `${name}: port ${port} is taken. Stop the process that uses it, or set ${name} to a free port.`,
      );
    const others = portNumbers(port + 1, Math.min(port + RANGE, 65_535));
    const next = isFree ? port : await getPort({ port: others, exclude: [...reserved, ...exclude] });
    if (!isFree) console.log(`Port ${port} is taken, so ${next} is used instead (set ${name} to choose).`);
    result[name] = String(next);
  }
  return result as Record<Name, string>;
}

/** Random free ports for tests and benches: a user may start Tattle on the usual ones meanwhile. */
export async function findFreePorts() {
  const [PORT, CHECK_IN_PORT, WORKER_PORT] = [await getPort(), await getPort(), await getPort()].map(String);
  // get-port would not offer them to `choosePorts`.
  clearLockedPorts();
  return { PORT, CHECK_IN_PORT, WORKER_PORT };
}
