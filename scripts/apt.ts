import { existsSync } from "node:fs";
import { step } from "./progress.mjs";
import { runTool } from "./tool.mjs";

/** Whether we may install Debian or Ubuntu packages. */
export const mayInstallPackages = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/** Installs a package. That it failed shows when what it should have brought is looked for. */
export async function installPackage(name: string) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await step(`Installing ${name} with apt-get`, async () => {
    await runTool("apt-get", ["update", "-qq"], { env });
    await runTool("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], { env });
  });
}
