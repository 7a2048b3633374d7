import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { compileFunction } from "node:vm";
import type { Command } from "commander";
import { CliError } from "../exit";

const FILE = "tattle-kubernetes.mjs";

/** A program of its own, because this one is next to every job. */
export function addKubernetes(program: Command): void {
  program
    .command("kubernetes")
    .description(`watch the CronJobs of a Kubernetes cluster (with ${FILE})`)
    .helpOption(false)
    .allowUnknownOption()
    .argument("[options...]")
    .passThroughOptions()
    .action(async (options: string[]) => {
      const folder = path.dirname(realpathSync(process.argv[1] ?? process.execPath));
      const file = path.join(folder, FILE);
      if (!existsSync(file))
        throw new CliError(`${FILE} is not in ${folder}. Download it from /cli/${FILE} of your server.`);
      process.argv = [process.execPath, file, ...options];
      const text = readFileSync(file, "utf8").replace(/^#!.*/, "");
      compileFunction(text, ["require"], { filename: file })(createRequire(file));
      // It ends this process.
      await new Promise(() => {});
    });
}
