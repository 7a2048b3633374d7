import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";

/** What a step may know of its surroundings: nothing of ours but the way to the programs and to the packages. */
const bare = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(PATH|HOME|TMPDIR|npm_config_\w+|NODE_EXTRA_CA_CERTS)$/.test(name),
    ),
  );

type Step = { kind: "RUN" | "COPY"; text: string };

/** The steps of the Dockerfile's first stage, and what it sets in the environment. */
export function readDockerfile(text: string): { steps: Step[]; env: Record<string, string> } {
  const [, first = ""] = text.split(/^FROM .*$/m);
  const lines = first.split("\n").filter((line) => line && !line.startsWith("#"));
  const env: Record<string, string> = {};
  const steps: Step[] = [];
  for (const line of lines) {
    const [, kind = "", rest = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
    if (kind === "ENV")
      for (const [, name = "", value = ""] of rest.matchAll(/(\w+)=(\S+)/g)) env[name] = value;
    else if (kind === "RUN" || kind === "COPY") steps.push({ kind, text: rest });
    else if (kind !== "WORKDIR") throw new Error(`This step is not understood: ${line}`);
  }
  return { steps, env };
}

/** The files that a build sends to the engine: those of the repository that are not left out. */
function filesSent(): string[] {
  const ignored = readFileSync(".dockerignore", "utf8").split("\n").filter(Boolean);
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  const isIgnored = (file: string) =>
    ignored.some((pattern) => path.matchesGlob(file, pattern) || file.startsWith(`${pattern}/`));
  return files.split("\n").filter((file) => file && !isIgnored(file));
}

/** Takes the steps of the image in a folder of its own, as an engine would. Returns how long each took. */
export async function makeImage(folder: string): Promise<void> {
  const { steps, env } = readDockerfile(readFileSync("Dockerfile", "utf8"));
  const files = filesSent();
  for (const { kind, text } of steps) {
    if (kind === "RUN") await run(text, folder, { ...bare(), ...env });
    else {
      const wanted = text.split(" ").slice(0, -1);
      for (const file of files.filter((one) => wanted.includes(".") || wanted.includes(one))) {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        cpSync(file, path.join(folder, file));
      }
    }
  }
}

function run(command: string, cwd: string, env: Record<string, string | undefined>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("sh", ["-c", command], {
      cwd,
      env: env as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}:\n${said}`)),
    );
  });
}

export type Service = {
  command: string[];
  environment: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  volumes?: string[];
  build?: string;
  hostname?: string;
};
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> };

/** The services of compose.yaml, with the variables that it takes from its environment filled in. */
export function readCompose(given: Record<string, string>): Compose {
  const text = readFileSync("compose.yaml", "utf8").replace(
    /\$\{(\w+):([?-])([^}]*)\}/g,
    (_, name: string, kind: string, rest: string) => {
      const value = given[name] ?? (kind === "-" ? rest : undefined);
      if (value === undefined) throw new Error(`${name} is not given: ${rest}`);
      return value;
    },
  );
  return parse(text, { merge: true });
}
