import { existsSync, readFileSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { CliError, EXIT } from "./exit";
import { isOurs } from "./owners";

/**
 * Where Tattle is, and the key to it. `jobsFile`: what has the check-in URLs of a user whose jobs root has watched, who needs no key.
 */
export type Settings = { url: string; key: string | null; jobsFile?: string };
export type SettingsOptions = { url?: string; keyFile?: string };
type ConfigFile = { file: string; url?: string; key?: string };

const SYSTEM_FILE = "/etc/tattle/config.json";
/** What others may do with a file: nothing for that of a user, nothing but what its group may for that of the machine. */
const FORBIDDEN_IN_HOME = 0o077;
const FORBIDDEN_IN_ETC = 0o007;

/** The file that `tattle login` writes. */
export function userConfigFile(env: NodeJS.ProcessEnv = process.env): string {
  const folder = env.XDG_CONFIG_HOME || path.join(os.homedir(), ".config");
  return path.join(folder, "tattle", "config.json");
}

export const systemConfigFile = (env: NodeJS.ProcessEnv = process.env) =>
  env.TATTLE_SYSTEM_CONFIG || SYSTEM_FILE;

/**
 * The settings from the options, else the variables, else the user's file, else that of the machine. Null if no address is
 * set anywhere. The key of a file is only used for the address of the same file: another server must not see it.
 */
export function findSettings(
  options: SettingsOptions = {},
  env: NodeJS.ProcessEnv = process.env,
): Settings | null {
  const file =
    readConfigFile(userConfigFile(env), FORBIDDEN_IN_HOME) ??
    readConfigFile(systemConfigFile(env), FORBIDDEN_IN_ETC);
  const ownUrl = options.url ?? (env.TATTLE_URL || undefined);
  const url = ownUrl ?? file?.url;
  if (!url) return null;
  const address = parseAddress(url, ownUrl ? "the address" : (file?.file ?? ""));
  const fileKey = file?.url && parseAddress(file.url, file.file) === address ? file.key : undefined;
  const key = options.keyFile ? readKeyFile(options.keyFile) : env.TATTLE_KEY || undefined;
  return { url: address, key: key ?? fileKey ?? null };
}

/** The settings; an error says how to set them if there are none. */
export function readSettings(options?: SettingsOptions, env?: NodeJS.ProcessEnv): Settings {
  const settings = findSettings(options, env);
  if (settings) return settings;
  throw new CliError(
    "No server URL is set. Run `tattle login https://tattle.example`, or set TATTLE_URL.",
    EXIT.settings,
  );
}

function parseAddress(text: string, source: string): string {
  const isHttp = URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
  if (!isHttp)
    throw new CliError(
      `“${text}” (${source}) isn't a valid URL. Use one such as https://tattle.example`,
      EXIT.settings,
    );
  return text.replace(/\/+$/, "");
}

/** Null if there is no such file, or none that we may read. One that others decide about is refused: they would get our reports. */
function readConfigFile(file: string, forbidden: number): ConfigFile | null {
  if (!existsSync(file)) return null;
  if (!isOurs(file))
    throw new CliError(
      `${file} belongs to another user, or is in a folder that does. Set HOME to your own, or run \`tattle login\` as the user who runs this.`,
      EXIT.settings,
    );
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ENOTDIR", "EACCES"].includes(code)) return null;
    throw new CliError(`${file} could not be read: ${(error as Error).message}`, EXIT.settings);
  }
  const config = parseConfig(file, text);
  if (config.key && statSync(file).mode & forbidden)
    throw new CliError(`Other users can read the key in ${file}. Run: chmod 600 ${file}`, EXIT.settings);
  return config;
}

function parseConfig(file: string, text: string): ConfigFile {
  try {
    const { url, key } = JSON.parse(text) as Record<string, unknown>;
    const texts = {
      ...(typeof url === "string" && url && { url }),
      ...(typeof key === "string" && key && { key }),
    };
    return { file, ...texts };
  } catch {
    throw new CliError(
      `${file} isn't valid JSON. It should look like {"url": "https://tattle.example", "key": "…"}`,
      EXIT.settings,
    );
  }
}

function readKeyFile(file: string): string {
  try {
    const key = readFileSync(file, "utf8").trim();
    if (key) return key;
  } catch (error) {
    throw new CliError(`The key could not be read: ${(error as Error).message}`, EXIT.settings);
  }
  throw new CliError(`${file} is empty. It must contain the API key.`, EXIT.settings);
}
