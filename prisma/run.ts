import { readSetUpCode } from "@/lib/users/read-set-up-code";
import { draft, migrate } from "./migrate";

/** Migrates the database of DATABASE_URL, or with `draft NAME` writes a new migration. */
const url = process.env.DATABASE_URL;
if (!url) {
  console.error("DATABASE_URL is not set: name the database to migrate. `npm start` migrates its own.");
  process.exit(1);
}
const [command, name] = process.argv.slice(2);
if (command === "draft" && name) await draft(url, name);
else {
  console.log(
    (await migrate(url)).map((applied) => `Applied ${applied}`).join("\n") || "Nothing to migrate.",
  );
  const setUpCode = await readSetUpCode(url);
  if (setUpCode) console.log(`Set-up code for the first account: ${setUpCode}`);
}
process.exit(0);
