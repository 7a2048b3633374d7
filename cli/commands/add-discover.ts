import { type Command, Option } from "commander";
import type { SettingsOptions } from "../config";
import type { DiscoverOptions } from "../discover/discover";
import type { EndOptions } from "../end-snitches";

export function addDiscover(program: Command, setStatus: (status: number) => void): void {
  program
    .command("discover")
    .description("show which jobs of this machine would be watched (crontabs, anacron, systemd timers)")
    .option("--apply", "watch them: create the snitches and add one line to each crontab")
    .option("--crontab <FILE>", "read only this crontab (- for standard input)")
    .option("--all-timers", "also watch timers that packages installed")
    .option("--forget", "with --apply: stop listing jobs that are no longer in any file")
    .option("--json", "print JSON, for programs")
    .option("--url <URL>", "URL of the Tattle server (default: TATTLE_URL)")
    .option("--key-file <FILE>", "file that contains the API key (default: TATTLE_KEY)")
    .action(async (options: DiscoverOptions) => {
      const { discover } = await import("../discover/discover");
      setStatus(await discover(options));
    });
  program
    .command("undo")
    .description("undo discover --apply: restore each file's content, mode, owner and time")
    .option("--pause", "also pause the snitches of these jobs, which would otherwise alert")
    .option("--remove", "also delete the snitches of these jobs, with their history")
    .option("--url <URL>", "URL of the Tattle server (default: TATTLE_URL)")
    .option("--key-file <FILE>", "file that contains the API key (default: TATTLE_KEY)")
    .action(async (options: SettingsOptions & EndOptions) => {
      const { undoAll } = await import("../discover/discover");
      setStatus(await undoAll(options));
    });
  program
    .command("shell", { hidden: true })
    .description("report a job run by tattle-shell; reads its exit status from standard input")
    .requiredOption("-c <COMMAND>", "the command of the job")
    .addOption(new Option("--state <FOLDER>", "what discover --apply wrote").makeOptionMandatory())
    .action(async ({ c: command, state }: { c: string; state: string }) => {
      const { reportJob } = await import("../discover/report-job");
      await reportJob(command, state, process.stdin);
    });
  program
    .command("unit", { hidden: true })
    .description("report the start or end of a systemd service")
    .argument("<PHASE>", "start or stop")
    .argument("<UNIT>")
    .addOption(new Option("--state <FOLDER>", "what discover --apply wrote").makeOptionMandatory())
    .action(async (phase: string, unit: string, { state }: { state: string }) => {
      const { reportUnit } = await import("../discover/report-unit");
      await reportUnit(phase === "start" ? "start" : "stop", unit, state, process.env);
    });
}
