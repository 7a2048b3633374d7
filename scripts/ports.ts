import getPort, { portNumbers } from "get-port";
import { Stop } from "./stop.mjs";

/** How far we look for a free port beside the usual one. */
const NEIGHBOURS = 200;

type Wish = { variable: "PORT" | "CHECK_IN_PORT" | "WORKER_PORT"; port: number };

/** The ports to listen on: those asked for by name or none, else the usual ones or the next free. */
export async function choosePorts(wishes: Wish[]): Promise<number[]> {
  const chosen: number[] = [];
  for (const { variable, port } of wishes) {
    const others = [...wishes.map((wish) => wish.port).filter((other) => other !== port), ...chosen];
    const isFree = !chosen.includes(port) && (await getPort({ port, exclude: chosen })) === port;
    if (isFree) {
      chosen.push(port);
      continue;
    }
    if (process.env[variable]) {
      throw new Stop(
        `${variable}: port ${port} is taken. Stop what listens there, or set ${variable} to a free port.`,
      );
    }
    const last = Math.min(port + NEIGHBOURS, 65_535);
    const next = await getPort({ port: portNumbers(port + 1, last), exclude: others });
    console.log(`Port ${port} is taken, so ${next} is used instead (set ${variable} to choose).`);
    chosen.push(next);
  }
  return chosen;
}
