import type { Command } from "commander";
import type { ClientOptions } from "../client-options";
import { EXIT } from "../exit";

type ClientCommands = typeof import("../client-commands") & typeof import("../configuration-commands");

/** The commands that ask the API. */
export function addClientCommands(program: Command, setStatus: (status: number) => void): void {
  const add = (usage: string, description: string, name: keyof ClientCommands, parent = program) =>
    parent
      .command(usage)
      .description(description)
      .option("--json", "print JSON, a line for each thing; also what a pipe gets")
      .option("--url <URL>", "the address of Tattle's pages, in place of TATTLE_URL")
      .option("--key-file <FILE>", "a file with the API key, in place of TATTLE_KEY")
      .action(async (...values: unknown[]) => {
        const command = values.at(-1) as Command;
        const commands = IS_ABOUT_FILES.includes(name)
          ? await import("../configuration-commands")
          : await import("../client-commands");
        const run = (commands as ClientCommands)[name] as (
          options: ClientOptions,
          ...args: unknown[]
        ) => Promise<unknown>;
        const status = await run(command.opts(), ...command.processedArgs);
        setStatus(typeof status === "number" ? status : EXIT.ok);
      });
  add("list", "list the snitches of the case", "list")
    .option("--status <STATUS>", "only those that are pending, healthy, missing, errored or paused")
    .option("--tag <TAG>", "only those with this tag; may be repeated", addTag, []);
  add("show <TOKEN>", "show a snitch", "show");
  add("runs <TOKEN>", "list the latest runs of a snitch", "runs");
  add(
    "output <TOKEN> [RUN]",
    "print what a run printed; that of the latest run, if none is named",
    "output",
  ).option("--raw", "print all characters as they are, on a terminal, too, which obeys some of them");
  add("ping <TOKEN>", "check in", "ping");
  add("pause <TOKEN>", "stop monitoring a snitch until its next check-in", "pause");
  add("unpause <TOKEN>", "monitor a snitch again", "unpause");
  add(
    "snooze <TOKEN> <TIME>",
    "send no alerts about the open incident of a snitch for a time, such as 2h",
    "snooze",
  );
  add(
    "maintenance <TIME>",
    "begin maintenance of the jobs of this machine, such as 30m for a reboot",
    "maintenance",
  ).option("--note <NOTE>", "what is done");
  add(
    "remove <NAME>",
    "forget a machine that is gone; its snitches stay, unless an option says more",
    "removeMachine",
    program.command("machine").description("the machines that jobs run on"),
  )
    .option("--pause", "also pause the snitches that ran there last")
    .option("--remove", "also delete the snitches that ran there last, with their history");
  add("incidents", "list the open incidents", "incidents").option("--all", "list those that are over, too");
  add("ack <ID>", "acknowledge an incident: its id, or the token of its snitch", "acknowledge");
  add("open <TOKEN>", "print the address of a snitch's page", "open");
  add("plan <FILE>", "show what applying a configuration file would change; - is standard input", "plan")
    .option("--prune", PRUNE)
    .option("--markdown", "print Markdown, for the comment of a pull request");
  add("apply <FILE>", "apply a configuration file with the secrets that it names", "apply").option(
    "--prune",
    PRUNE,
  );
  add("export", "print the configuration of the case as a file", "exportFile");
  add("doctor", "check the address, the key, the clock, the spool and the crons of this machine", "doctor");
}

const IS_ABOUT_FILES: (keyof ClientCommands)[] = ["plan", "apply", "exportFile"];
const PRUNE = "delete what the file does not have, in the sections that it has";

const addTag = (tag: string, tags: string[]) => [...tags, tag];
