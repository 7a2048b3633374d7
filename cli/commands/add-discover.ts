import { type Command, Option } from "commander";
import type { SettingsOptions } from "../config";
import type { DiscoverOptions } from "../discover/discover";
import type { EndOptions } from "../end-snitches";

export function addDiscover(program: Command, setStatus: (status: number) => void): void {
  program
    .command("discover")
    .description("show which jobs of this machine would be watched: crontabs, anacron, systemd timers")
    .option("--apply", "watch them: makes the snitches, and adds one line to each crontab")
    .option("--crontab <FILE>", "read only this crontab; - reads standard input")
    .option("--all-timers", "watch the timers of packages, too")
    .option("--forget", "with --apply: leave out from now on what is in no file any more")
    .option("--json", "print JSON, for programs")
    .option("--url <URL>", "the address of Tattle's pages, in place of TATTLE_URL")
    .option("--key-file <FILE>", "a file with the API key, in place of TATTLE_KEY")
    .action(async (options: DiscoverOptions) => {
      const { discover } = await import("../discover/discover");
      setStatus(await discover(options));
    });
  program
    .command("undo")
    .description("take back what discover --apply did: every file gets back its bytes, mode, owner and time")
    .option("--pause", "also pause the snitches of the jobs, which would alert")
    .option("--remove", "also delete the snitches of the jobs, with their history")
    .option("--url <URL>", "the address of Tattle's pages, in place of TATTLE_URL")
    .option("--key-file <FILE>", "a file with the API key, in place of TATTLE_KEY")
    .action(async (options: SettingsOptions & EndOptions) => {
      const { undoAll } = await import("../discover/discover");
      setStatus(await undoAll(options));
    });
  program
    .command("shell", { hidden: true })
    .description("report a job that tattle-shell runs; its exit status comes on standard input")
    .requiredOption("-c <COMMAND>", "the command of the job")
    .addOption(new Option("--state <FOLDER>", "what discover --apply wrote").makeOptionMandatory())
    .action(async ({ c: command, state }: { c: string; state: string }) => {
      const { reportJob } = await import("../discover/report-job");
      await reportJob(command, state, process.stdin);
    });
  program
    .command("unit", { hidden: true })
    .description("report the start or the end of a service that systemd runs")
    .argument("<PHASE>", "start or stop")
    .argument("<UNIT>")
    .addOption(new Option("--state <FOLDER>", "what discover --apply wrote").makeOptionMandatory())
    .action(async (phase: string, unit: string, { state }: { state: string }) => {
      const { reportUnit } = await import("../discover/report-unit");
      await reportUnit(phase === "start" ? "start" : "stop", unit, state, process.env);
    });
}
