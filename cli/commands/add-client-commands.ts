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
      .option("--json", "print one JSON object per line (default when piped)")
      .option("--url <URL>", "URL of the Tattle server (default: TATTLE_URL)")
      .option("--key-file <FILE>", "file that contains the API key (default: TATTLE_KEY)")
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
    .option("--status <STATUS>", "only those with this status: pending, healthy, missing, errored or paused")
    .option("--tag <TAG>", "only those with this tag (repeatable)", addTag);
  add("show <TOKEN>", "show a snitch", "show");
  add("runs <TOKEN>", "list the latest runs of a snitch", "runs");
  add("output <TOKEN> [RUN]", "print the output of a run (default: the latest)", "output").option(
    "--raw",
    "do not escape control characters, even on a terminal",
  );
  add("ping <TOKEN>", "check in", "ping");
  add("pause <TOKEN>", "pause a snitch until its next healthy check-in", "pause");
  add("unpause <TOKEN>", "unpause a snitch", "unpause");
  add("snooze <TOKEN> <TIME>", "snooze the open incident of a snitch, for example for 2h", "snooze");
  add(
    "maintenance <TIME>",
    "start maintenance for the jobs of this machine, for example 30m for a reboot",
    "maintenance",
  ).option("--note <NOTE>", "what the maintenance is for");
  add(
    "remove <NAME>",
    "remove a machine from the list; its snitches stay",
    "removeMachine",
    program.command("machine").description("manage the machines that jobs run on"),
  )
    .option("--pause", "also pause the snitches that last ran there")
    .option("--remove", "also delete the snitches that last ran there, with their history");
  add("incidents", "list the open incidents", "incidents").option("--all", "include closed incidents");
  add("ack <ID>", "acknowledge an incident by its ID or the token of its snitch", "acknowledge");
  add("open <TOKEN>", "print the URL of a snitch's page", "open");
  add("plan <FILE>", "show what applying a configuration file would change (- for standard input)", "plan")
    .option("--prune", PRUNE)
    .option("--markdown", "print Markdown, for a pull request comment");
  add("apply <FILE>", "apply a configuration file; secrets come from the environment", "apply").option(
    "--prune",
    PRUNE,
  );
  add(
    "export [KIND]",
    "print the configuration, or save and verify all alerts, incidents, runs, periods or audit events of a range",
    "exportFile",
  )
    .option("--from <TIME>", "where the range starts: a date (midnight in UTC) or a time")
    .option("--to <TIME>", "where it ends, exclusive (default: now)")
    .option("--tag <TAG>", "only snitches with this tag", (tag: string) => [tag])
    .option("--format <FORMAT>", "jsonl or csv (default: jsonl)")
    .option("--output <FILE>", "the new file (default: KIND.FORMAT)");
  add("doctor", "check the URL, key, clock, spool and crons of this machine", "doctor");
}

const IS_ABOUT_FILES: (keyof ClientCommands)[] = ["plan", "apply", "exportFile"];
const PRUNE = "delete whatever is missing from the sections in the file";

const addTag = (tag: string, tags: string[] = []) => [...tags, tag];
