import { type Command, Option } from "commander";
import type { FlushOptions } from "../flush";

export function addFlush(program: Command, setStatus: (status: number) => void): void {
  program
    .command("flush")
    .description("deliver the reports that wait in the spool; as root, those of the jobs of all users")
    .option("--dry-run", "deliver nothing, and say what waits")
    .option("--json", "print JSON")
    .option("--url <URL>", "the address of Tattle's pages, in place of TATTLE_URL")
    .option("--key-file <FILE>", "a file with the API key, in place of TATTLE_KEY")
    .addOption(new Option("--state <FOLDER>", "what discover --apply wrote").hideHelp())
    .action(async (options: FlushOptions) => {
      const { flush } = await import("../flush");
      setStatus(await flush(options));
    });
}
