import { env } from "@/lib/platform/env";
import { readSetUpCode } from "@/lib/users/read-set-up-code";
import { buildSetUpLink } from "@/lib/users/set-up-code";
import { migrate } from "./migrate";

process.env.TATTLE_PROCESS ??= "migrate";

/** Migrates the database of DATABASE_URL. */
const url = env.DATABASE_URL;
if (!url) {
  console.error("DATABASE_URL is not set: name the database to migrate. `npm start` migrates its own.");
  process.exit(1);
}
console.log((await migrate(url)).map((applied) => `Applied ${applied}`).join("\n") || "Nothing to migrate.");
const setUpCode = await readSetUpCode(url);
if (setUpCode) {
  console.log(`Set-up code for the first account: ${setUpCode}`);
  if (process.env.APP_URL) console.log(`Create it here: ${buildSetUpLink(process.env.APP_URL, setUpCode)}`);
}
process.exit(0);
