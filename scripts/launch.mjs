import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundle } from "./bundle.mjs";
import { end, endOnSignals, isEnding } from "./ending.mjs";
import { install } from "./install.mjs";
import { Stop } from "./stop.mjs";

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * Installs what is missing, then runs a program and ends with the code it returns: a TypeScript file of this folder, or
 * by a name without an ending one of those that are compiled (bundle.mjs).
 */
export async function launch(program, { withDotEnv = false, interruptedCode = 0 } = {}) {
  endOnSignals(interruptedCode);
  process.chdir(ROOT);
  try {
    // A variable that is already set wins over the file.
    if (withDotEnv && existsSync(".env")) process.loadEnvFile(".env");
    process.env.NEXT_TELEMETRY_DISABLED = "1";
    // An image, which names its build, holds all it needs and cannot be written.
    if (!process.env.TATTLE_BUILD) await install();
    const { run } = await (program.endsWith(".ts") ? importSource(program) : importCompiled(program));
    await end(await run(process.argv.slice(2)));
  } catch (thrown) {
    // What fails while everything is being stopped fails because of that.
    if (!isEnding()) console.error(explain(thrown));
    await end(1);
  }
}

async function importSource(file) {
  const { register } = await import("tsx/esm/api");
  register();
  return import(`./${file}`);
}

async function importCompiled(name) {
  process.env.TATTLE_COMPILED = process.env.TATTLE_BUILD ? "dist" : await bundle();
  return import(pathToFileURL(path.resolve(process.env.TATTLE_COMPILED, `${name}.js`)).href);
}

function explain(thrown) {
  if (thrown instanceof Stop)
    return thrown.output ? `${thrown.output.trimEnd()}\n\n${thrown.message}` : thrown.message;
  return thrown;
}
