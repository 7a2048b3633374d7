import { existsSync } from "node:fs";
import path from "node:path";
import { runCommand, runNpm } from "@/scripts/process.mjs";

/** Another commit. `compiled`: the folder of its programs. */
type Checkout = { compiled: string; migrate: (databaseUrl: string) => Promise<void> };

/** Installs the packages of the folder that is named, and compiles its programs. Prints where, last. */
const COMPILE = `
  process.chdir(process.argv[1]);
  const load = (name) => import(process.cwd() + "/scripts/" + name + ".mjs");
  await (await load("install")).install();
  console.log((await import("node:path")).resolve(await (await load("bundle")).bundle()));
  await (await load("shutdown")).shutDown(0);`;

/** The newest release that this commit follows, by its tag; null if none is tagged. */
export async function findLatestRelease(): Promise<string | null> {
  const { code, output } = await runCommand("git", ["describe", "--tags", "--abbrev=0", "--match", "v*"]);
  return code === 0 ? output.trim() : null;
}

/** Gets a commit as a worktree of this clone, with its own packages. It stays there: to install them takes minutes. */
export async function checkOut(commit: string): Promise<Checkout> {
  const failure = `${commit} cannot be checked out.`;
  const { output: hash } = await runCommand("git", ["rev-parse", "--verify", `${commit}^{commit}`], {
    failure,
  });
  const folder = path.resolve(".data", "commits", hash.trim());
  if (!existsSync(folder))
    await runCommand("git", ["worktree", "add", "--detach", folder, hash.trim()], { failure });
  const { output } = await runCommand(process.execPath, ["--input-type=module", "-e", COMPILE, folder], {
    failure: `${commit} cannot be compiled.`,
  });
  return {
    compiled: output.trim().split("\n").at(-1) ?? "",
    migrate: async (databaseUrl) => {
      await runNpm(["--prefix", folder, "run", "db:migrate"], {
        env: { DATABASE_URL: databaseUrl },
        failure: `${commit} cannot migrate its database.`,
      });
    },
  };
}
