import { Command, CommanderError } from "commander";
import { CliError, EXIT } from "./exit";
import { printText, printWarning } from "./print";
import { VERSION } from "./version";

type Fill = (program: Command, setStatus: (status: number) => void, args: string[]) => void | Promise<void>;

/** Runs a program with the arguments of this process, and ends with its status. */
export function runProgram(name: string, fill: Fill): void {
  // One of our errors may quote what others wrote.
  process.on("uncaughtException", ({ stack, message }) => {
    printText("stderr", `tattle: ${stack ?? message}\n`);
    process.exit(EXIT.failed);
  });
  // Not awaited, because the single executable is not a module. What was printed is out: on Unix, Node.js waits for pipes and files.
  run(name, fill, process.argv.slice(2)).then((status) => process.exit(status));
}

async function run(name: string, fill: Fill, args: string[]): Promise<number> {
  let status: number = EXIT.ok;
  const program = new Command(name)
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => printText("stdout", text),
      writeErr: (text) => printText("stderr", text),
    });
  const setStatus = (value: number) => {
    status = value;
  };
  try {
    await fill(program, setStatus, args);
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
