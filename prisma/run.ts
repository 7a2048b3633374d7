import { findWrongSecret } from "@/lib/health/wrong-secret";
import { readSetUpCode } from "@/lib/people/users/read-set-up-code";
import { buildSetUpLink } from "@/lib/people/users/set-up-code";
import { endProcess } from "@/lib/platform/end-process";
import { ENV_NAMES, env } from "@/lib/platform/env";
import { checkDatabase } from "@/lib/platform/postgres-server";
import { explainUnknown } from "@/lib/platform/unknown-names";
import { COMMIT, VERSION } from "@/lib/platform/version";
import { migrate } from "./migrate";

process.env.TATTLE_PROCESS ??= "migrate";

console.log(`Tattle ${VERSION} (${COMMIT})`);
for (const warning of explainUnknown(Object.keys(process.env), [], ENV_NAMES)) console.warn(warning);

/** Migrates the database of DATABASE_URL. */
const url =
  env.DATABASE_URL ??
  endProcess("DATABASE_URL is not set: set it to the database to migrate. `npm start` migrates its own.");
await checkDatabase(url).catch(({ message }) => endProcess(message));
console.log((await migrate(url)).map((applied) => `Applied ${applied}`).join("\n") || "Nothing to migrate.");
const problem = await findWrongSecret(url, [env.AUTH_SECRET, env.AUTH_SECRET_PREVIOUS]);
if (problem) console.error(problem);
const setUpCode = await readSetUpCode(url);
if (setUpCode) {
  console.log(`Set-up code for the first account: ${setUpCode}`);
  if (process.env.APP_URL) console.log(`Create it here: ${buildSetUpLink(process.env.APP_URL, setUpCode)}`);
}
process.exit(0);
