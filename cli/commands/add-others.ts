import { type Command, Option } from "commander";
import type { FlushOptions } from "../flush";
import { addClientCommands } from "./add-client-commands";
import { addDiscover } from "./add-discover";
import { addKubernetes } from "./add-kubernetes";

/** All commands but `run`. */
export function addOthers(program: Command, setStatus: (status: number) => void): void {
  addFlush(program, setStatus);
  addLogin(program, setStatus);
  addClientCommands(program, setStatus);
  addDiscover(program, setStatus);
  addKubernetes(program);
}

function addFlush(program: Command, setStatus: (status: number) => void): void {
  program
    .command("flush")
    .description("deliver the reports in the spool (as root: of all users)")
    .option("--dry-run", "only show what is in the spool")
    .option("--json", "print JSON")
    .option("--url <URL>", "URL of the Tattle server (default: TATTLE_URL)")
    .option("--key-file <FILE>", "file that contains the API key (default: TATTLE_KEY)")
    .addOption(new Option("--state <FOLDER>", "what discover --apply wrote").hideHelp())
    .action(async (options: FlushOptions) => {
      const { flush } = await import("../flush");
      setStatus(await flush(options));
    });
}

function addLogin(program: Command, setStatus: (status: number) => void): void {
  program
    .command("login <URL>")
    .description("save the server URL and an API key; the key is read from a prompt or a pipe")
    .action(async (url: string) => {
      const { login } = await import("../login");
      setStatus(await login(url));
    });
}
