import { type Command, Option } from "commander";
import type { FlushOptions } from "../flush";

export function addFlush(program: Command, setStatus: (status: number) => void): void {
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
