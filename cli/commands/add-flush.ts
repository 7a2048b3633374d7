import { userInfo } from "node:os";
import type { Command } from "commander";
import { findSettings, type SettingsOptions } from "../config";
import { EXIT } from "../exit";
import { printLines, printWarning } from "../print";
import { stateFolder } from "../state";

export function addFlush(program: Command, setStatus: (status: number) => void): void {
  program
    .command("flush")
    .description("deliver the reports that wait in the spool; the timer runs it every minute")
    .option("--url <URL>", "the address of Tattle's pages, in place of TATTLE_URL")
    .option("--key-file <FILE>", "a file with the API key, in place of TATTLE_KEY")
    .action(async (options: SettingsOptions) => {
      const { flushSpool } = await import("../spool/flush");
      const { readJobs } = await import("../discover/known");
      const { flushUsers } = await import("../discover/flush-users");
      const result = await flushSpool(
        findSettings(options) ?? readJobs(stateFolder(), userInfo().username).settings,
      );
      const { delivered, refused, waiting, isBusy, reasons } = result;
      if (delivered + refused + waiting > 0)
        printLines(
          `${delivered} delivered, ${refused} refused, ${waiting} waiting.${isBusy ? " Another process delivers them." : ""}`,
        );
      for (const reason of reasons) printWarning(reason);
      const isAllOfUsers = flushUsers(stateFolder());
      setStatus((waiting > 0 && !isBusy) || !isAllOfUsers ? EXIT.unreachable : EXIT.ok);
    });
}
