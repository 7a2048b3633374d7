import type { Command } from "commander";
import { addClientCommands } from "./add-client-commands";
import { addDiscover } from "./add-discover";
import { addFlush } from "./add-flush";
import { addKubernetes } from "./add-kubernetes";
import { addLogin } from "./add-login";

/** All commands but `run`. */
export function addOthers(program: Command, setStatus: (status: number) => void): void {
  addFlush(program, setStatus);
  addLogin(program, setStatus);
  addClientCommands(program, setStatus);
  addDiscover(program, setStatus);
  addKubernetes(program);
}
