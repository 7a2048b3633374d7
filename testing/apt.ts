import { existsSync } from "node:fs";
import { runCommand } from "@/scripts/process.mjs";
import { step } from "@/scripts/progress.mjs";

/** Whether this process can install Debian or Ubuntu packages. */
export const canInstallPackages = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/** Installs a system package, if possible, after a line that says why. The caller checks whether it worked. */
export async function installPackage(name: string, reason: string) {
  if (!canInstallPackages()) return;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await step(`Installing the system package ${name} with apt-get, because ${reason}`, async () => {
    await runCommand("apt-get", ["update", "-qq"], { env });
    await runCommand("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], { env });
  });
}
