import { renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { makeFolder } from "@/lib/platform/make-folder.mjs";
import { ApiRefusal, callApi } from "./client";
import { userConfigFile } from "./config";
import { CliError, EXIT } from "./exit";
import { Unreachable } from "./http";
import { isOurs } from "./owners";
import { isAny } from "./parse-response";
import { printLines, printQuestion, printText } from "./print";
import { askServer } from "./server";

const TIMEOUT_MS = 15_000;

/** Asks for a key, tries it, and keeps it with the address in the user's settings, which only the user can read. */
export async function login(address: string): Promise<number> {
  const url = address.replace(/\/+$/, "");
  if (!URL.canParse(url))
    throw new CliError(`“${address}” isn't a valid URL. Use one such as https://tattle.example`, EXIT.usage);
  await askServer(url, TIMEOUT_MS).catch((error: Error) => {
    if (error instanceof Unreachable)
      throw new CliError(`${url} cannot be reached: ${error.message}.`, EXIT.unreachable);
    throw error;
  });
  const key = (process.stdin.isTTY ? await askForKey(url) : await text(process.stdin)).trim();
  if (!key) throw new CliError("No key was entered. Nothing was changed.", EXIT.usage);
  await tryKey(url, key);
  const file = userConfigFile();
  write(file, `${JSON.stringify({ url, key }, null, 2)}\n`);
  printLines(`Saved in ${file}.`);
  return EXIT.ok;
}

async function tryKey(url: string, key: string): Promise<void> {
  try {
    await callApi(
      { url, key },
      { method: "GET", path: "/v1/snitches?tags=tattle-login", timeoutMs: TIMEOUT_MS, is: isAny },
    );
  } catch (error) {
    // A key that only checks in may read nothing, and is enough for `run`.
    const isForCheckIns = error instanceof ApiRefusal && error.message.includes("may only send check-ins");
    if (!isForCheckIns) throw error;
  }
}

/** Reads a line from the terminal, which does not show it. */
function askForKey(url: string): Promise<string> {
  printQuestion(`API key (${url}, Settings → API Keys): `);
  const nowhere = new Writable({ write: (_chunk, _encoding, callback) => callback() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  return new Promise((resolve) => {
    lines.once("line", (line) => {
      resolve(line);
      lines.close();
    });
    lines.once("close", () => {
      printText("stderr", "\n");
      resolve("");
    });
  });
}

function write(file: string, content: string): void {
  if (!isOurs(file))
    throw new CliError(
      `${file} is not safe: it or a parent folder belongs to another user. Set HOME to your own, for instance by \`sudo -H\`.`,
      EXIT.settings,
    );
  makeFolder(path.dirname(file), 0o700);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o600, flag: "wx" });
  renameSync(draft, file);
}
