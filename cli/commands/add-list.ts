import type { Command } from "commander";
import { callApi } from "../client";
import { readSettings, type SettingsOptions } from "../config";

export function addList(program: Command): void {
  program
    .command("list")
    .description("list the snitches of the case")
    .option("--url <URL>", "the address of Tattle's pages, in place of TATTLE_URL")
    .option("--key-file <FILE>", "a file with the API key, in place of TATTLE_KEY")
    .action(async (options: SettingsOptions) => {
      const snitches = await callApi<object[]>(readSettings(options), {
        method: "GET",
        path: "/v1/snitches",
      });
      for (const snitch of snitches) console.log(JSON.stringify(snitch));
    });
}
