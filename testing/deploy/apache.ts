import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Replacements } from "./configuration";

const MODULES = "/usr/lib/apache2/modules";
const NEEDED = ["mpm_event", "authn_core", "authz_core", "authz_user", "headers", "proxy", "proxy_http"];

/** Whether Apache can sign people in: with Debian’s package of the module. */
export const lacksOpenIdModule = () => !existsSync(path.join(MODULES, "mod_auth_openidc.so"));

/** The lines for Apache in the documentation, with other addresses. Throws if one of them is not there. */
function documentedLines(replacements: Replacements): string {
  const [, lines] = /```apache\n(.*?)```/s.exec(readFileSync("docs/deployment.md", "utf8")) ?? [];
  if (!lines) throw new Error("docs/deployment.md has no lines for Apache.");
  let text = lines;
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`The lines for Apache do not contain “${from}”.`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** Apache with the lines of the documentation, on this port. Close it when done. */
export async function openApache(folder: string, port: number, replacements: Replacements) {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const file = path.join(folder, "apache.conf");
  const log = path.join(folder, "apache.log");
  const lines = [
    ...NEEDED.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`),
    `LoadModule auth_openidc_module ${MODULES}/mod_auth_openidc.so`,
    ...(process.getuid?.() === 0 ? ["User www-data", "Group www-data"] : []),
    `ServerName localhost`,
    `ServerRoot "${folder}"`,
    `DefaultRuntimeDir "${folder}"`,
    `PidFile "${folder}/apache.pid"`,
    `ErrorLog "${log}"`,
    `Listen 127.0.0.1:${port}`,
    documentedLines(replacements),
  ];
  writeFileSync(file, lines.join("\n"));
  const child = spawn("apache2", ["-f", file, "-DFOREGROUND"], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  const readLog = () => `${output}${existsSync(log) ? readFileSync(log, "utf8") : ""}`;
  while (!(await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`Apache ended: ${readLog()}`);
    await sleep(50);
  }
  return {
    readLog,
    close: async () => {
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
