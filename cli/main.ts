import { Command, CommanderError } from "commander";
import { addRun } from "./commands/add-run";
import { CliError, EXIT } from "./exit";
import { printText, printWarning } from "./print";
import { VERSION } from "./version";

/** `tattle`: what each command needs is loaded when it is run, and of the others `run` loads nothing, so that it begins soon. */
async function main(args: string[]): Promise<number> {
  let status: number = EXIT.ok;
  const program = new Command("tattle")
    .description("Runs jobs, reports them to Tattle, and shows their status.")
    .version(VERSION)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => printText("stdout", text),
      writeErr: (text) => printText("stderr", text),
    });
  const setStatus = (value: number) => {
    status = value;
  };
  addRun(program, setStatus);
  if (args[0] !== "run") (await import("./commands/add-others")).addOthers(program, setStatus);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    return explain(error);
  }
  return status;
}

function explain(error: unknown): number {
  // The parser has said it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (!(error instanceof CliError)) throw error;
  printWarning(error.message);
  return error.status;
}

// One of our errors may quote what others wrote.
process.on("uncaughtException", ({ stack, message }) => {
  printText("stderr", `tattle: ${stack ?? message}\n`);
  process.exit(EXIT.failed);
});

// Not awaited, because the single executable is not a module. What was printed is out: on Unix, Node.js waits for pipes and files.
main(process.argv.slice(2)).then((status) => process.exit(status));
