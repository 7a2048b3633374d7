import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";

/** The environment of a step: only what finds programs and the package registry. */
const minimalEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(PATH|HOME|TMPDIR|npm_config_\w+|NODE_EXTRA_CA_CERTS)$/.test(name),
    ),
  );

/** npm has the packages in its cache, because this machine has installed them. A registry that stalls must not end the tests. */
const FROM_CACHE = { npm_config_prefer_offline: "true", npm_config_fetch_timeout: "60000" };

type Step = { kind: "RUN" | "COPY"; text: string };

const readVariables = (rest: string): Record<string, string> =>
  Object.fromEntries([...rest.matchAll(/(\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]));

/** The environment of what runs: that of the Dockerfile's last stage. */
export const readImageEnvironment = (text: string): Record<string, string> =>
  readVariables(/^ENV (.*)$/m.exec(text.split(/^FROM .*$/m).at(-1) ?? "")?.[1] ?? "");

/** The steps and the environment of the Dockerfile's first stage. */
export function readDockerfile(text: string): { steps: Step[]; env: Record<string, string> } {
  const [, first = ""] = text.split(/^FROM .*$/m);
  const lines = first.split("\n").filter((line) => line && !line.startsWith("#"));
  const env: Record<string, string> = {};
  const steps: Step[] = [];
  for (const line of lines) {
    const [, kind = "", rest = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
    if (kind === "ENV") Object.assign(env, readVariables(rest));
    else if (kind === "RUN" || kind === "COPY") steps.push({ kind, text: rest });
    else if (kind !== "WORKDIR") throw new Error(`This function does not support the step: ${line}`);
  }
  return { steps, env };
}

/** The build context: the files of the repository that .dockerignore does not exclude. */
function listContext(): string[] {
  const ignored = readFileSync(".dockerignore", "utf8").split("\n").filter(Boolean);
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  const listPaths = (file: string) => file.split("/").map((_, i, parts) => parts.slice(0, i + 1).join("/"));
  const isIgnored = (file: string) =>
    !ignored.includes(`!${file}`) &&
    ignored.some((pattern) => listPaths(file).some((each) => path.matchesGlob(each, pattern)));
  return files.split("\n").filter((file) => file && !isIgnored(file));
}

/** Runs the build steps of the Dockerfile in a folder, without a container engine. */
export async function makeImage(folder: string): Promise<void> {
  const { steps, env } = readDockerfile(readFileSync("Dockerfile", "utf8"));
  const files = listContext();
  for (const { kind, text } of steps) {
    if (kind === "RUN") await runStep(text, folder, { ...minimalEnvironment(), ...FROM_CACHE, ...env });
    else {
      const wanted = text.split(" ").slice(0, -1);
      for (const file of files.filter((one) => wanted.includes(".") || wanted.includes(one))) {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        cpSync(file, path.join(folder, file));
      }
    }
  }
}

async function runStep(command: string, cwd: string, env: Record<string, string | undefined>) {
  const maxBuffer = Number.POSITIVE_INFINITY;
  const options = { cwd, env: env as NodeJS.ProcessEnv, maxBuffer };
  await promisify(execFile)("sh", ["-c", command], options).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}`);
  });
}

export type Service = {
  image?: string;
  command: string[];
  environment: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  logging?: { driver: string; options: Record<string, string> };
  volumes?: string[];
  build?: string;
  hostname?: string;
  profiles?: string[];
};
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> };

/** The services of compose.yaml, with its variables replaced. */
export function readCompose(given: Record<string, string>): Compose {
  const text = readFileSync("compose.yaml", "utf8").replace(
    /\$\{(\w+):([?-])([^}]*)\}/g,
    (_, name: string, kind: string, rest: string) => {
      const value = given[name] ?? (kind === "-" ? rest : undefined);
      if (value === undefined) throw new Error(`${name} is not set: ${rest}`);
      return value;
    },
  );
  return parse(text, { merge: true });
}
