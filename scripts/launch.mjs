// Old versions of Node must be able to load this file, which asks the user to install a newer one: other imports are dynamic.
import { existsSync } from "node:fs";

/**
 * Installs what is missing, runs a program, and exits with the code that it returns. A path with “.ts” is a source file, relative to
 * this folder; a name without is a program that bundle.mjs compiles.
 */
export async function launch(program, interruptedCode) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  // The versions that Prisma supports.
  if (!((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24)) {
    console.error(
      `Tattle needs Node.js 20.19, 22.12, or 24 or later, but this is ${process.version}. Install one from https://nodejs.org and start again.`,
    );
    process.exit(1);
  }
  const { isShuttingDown, shutDown, shutDownOnSignals } = await import("./shutdown.mjs");
  shutDownOnSignals(interruptedCode);
  process.chdir(`${import.meta.dirname}/..`);
  try {
    process.env.NEXT_TELEMETRY_DISABLED = "1";
    // A release has this file, and is complete.
    if (existsSync("COMMIT")) process.env.TATTLE_BUILD ??= ".next/image";
    // A container image sets TATTLE_BUILD. It is complete and read-only.
    if (!process.env.TATTLE_BUILD) await (await import("./install.mjs")).install();
    const { run } = await (program.endsWith(".ts") ? importSource(program) : importCompiled(program));
    await shutDown(await run(process.argv.slice(2)));
  } catch (error) {
    // During a shutdown, errors are expected: the programs that we wait for are being stopped.
    if (!isShuttingDown()) console.error(await explain(error));
    await shutDown(1);
  }
}

async function importSource(file) {
  (await import("tsx/esm/api")).register();
  return import(`./${file}`);
}

async function importCompiled(name) {
  process.env.TATTLE_COMPILED = process.env.TATTLE_BUILD
    ? "dist"
    : await (await import("./bundle.mjs")).bundle();
  return import(new URL(`../${process.env.TATTLE_COMPILED}/${name}.js`, import.meta.url).href);
}

async function explain(thrown) {
  const { UserError } = await import("../lib/platform/user-error.mjs");
  if (!(thrown instanceof UserError)) return thrown;
  return thrown.output ? `${thrown.output.trimEnd()}\n\n${thrown.message}` : thrown.message;
}
