import { Command, CommanderError, InvalidArgumentError } from "commander";
import { SOURCE_NAMES, type SourceName } from "@/lib/imports/source-names";
import { UserError } from "@/lib/platform/user-error.mjs";
import { COMMIT, VERSION } from "@/lib/platform/version";

type Commands = typeof import("./admin-commands");
type Name = Exclude<keyof Commands, "close">;
export type AdminCommand = { name: Name; isJson: boolean; args: unknown[] };

/** Parses a command. Returns null after printing the help. A wrong command throws one line with the usage. */
export function parseCommand(args: string[]): AdminCommand | null {
  let parsed: AdminCommand | null = null;
  const program = new Command("npm run admin --")
    .version(`Tattle ${VERSION} (${COMMIT})`)
    .option("--json", "print one JSON object on the last line")
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeErr: () => {} })
    .exitOverride((error) => throwWithUsage(error, program.commands));
  const add = (name: Name, description: string, typed: string = name) => {
    const command: Command = program.command(typed).description(description);
    command.exitOverride((error) => throwWithUsage(error, [command]));
    return command.action(() => {
      const options = command.options.length > 0 ? [command.opts()] : [];
      const values = [...command.processedArgs, ...options];
      parsed = { name, isJson: program.opts().json ?? false, args: values };
    });
  };
  add("bootstrap", "create a user, a case and an API key; safe to repeat")
    .usage("--email E --case NAME (--password-stdin | --password P) [--plan PLAN]")
    .requiredOption("--email <E>", "the user's email address")
    .requiredOption("--case <NAME>", "the name of the case")
    .option("--password-stdin", "read the password, if the user is new, from standard input")
    .option("--password <P>", "the password; other users of this machine can read it with ps")
    .option("--plan <PLAN>", "the plan of the case")
    .addHelpText("after", "\nThe password can also be set in TATTLE_PASSWORD.");
  add("webhook", "add a webhook to a case").argument("<CASE>").argument("<URL>");
  add("plan", "set the plan of a case").argument("<CASE>").argument("<PLAN>");
  add("hold", "put a case on hold").argument("<CASE>");
  add("release", "end the hold of a case").argument("<CASE>");
  add("importFrom", "import the jobs of another product; safe to repeat", "import")
    .usage(
      "SOURCE CASE [--url URL] [--key-stdin | --key KEY] [--organization SLUG] [--file FILE] [--dry-run]",
    )
    .argument("<SOURCE>", SOURCE_NAMES.join(", "), parseSource)
    .argument("<CASE>")
    .option("--url <URL>", "the address of the product, if it is self-hosted")
    .option("--key-stdin", "read the product's API key from standard input")
    .option("--key <KEY>", "the API key; other users of this machine can read it with ps")
    .option("--organization <SLUG>", "the organization (only sentry)")
    .option("--file <FILE>", "the database kuma.db, or a list of heartbeats (only kuma, opsgenie)")
    .option("--dry-run", "only show what would be imported")
    .addHelpText("after", "\nThe API key can also be set in TATTLE_IMPORT_KEY.");
  add("operator", "make this account the only operator of the installation").argument("<EMAIL>");
  add("signInLink", "create a link that signs a person in once, within ten minutes", "sign-in-link").argument(
    "<EMAIL>",
  );
  add(
    "resetSecondFactor",
    "remove the passkeys, authenticator app and recovery codes of an account",
    "reset-second-factor",
  ).argument("<EMAIL>");
  add("setUpCode", "show the set-up code for the first account", "setup-code");
  add("seed", "fill a case with two years of sample history and more snitches")
    .argument("<CASE>")
    .argument("[SNITCHES]", "how many more", parseCount, 0);
  add("exportConfiguration", "print the configuration of a case, or write it to a file", "export")
    .argument("<CASE>")
    .option("--format <FORMAT>", "yaml (the default) or json")
    .option("--output <FILE>", "where to write it");
  add("applyConfiguration", "apply a configuration file to a case; - reads standard input", "apply")
    .argument("<FILE>")
    .option("--case <CASE>", "the case, if it differs from the one in the file")
    .option("--dry-run", "only show what would change; exits with 2 if anything would")
    .option("--prune", "delete whatever is missing from the sections in the file")
    .addHelpText("after", "\nSecrets are read from the environment variables that the file names.");
  add("resealSecrets", "re-encrypt what AUTH_SECRET_PREVIOUS encrypted", "reseal");
  add("backup", "write a backup");
  add("restore", "restore a backup, by its file or name, into an empty database").argument("<FILE>");
  try {
    program.parse(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
  }
  return parsed;
}

function throwWithUsage(error: CommanderError, commands: readonly Command[]): never {
  // The help was printed.
  if (error.exitCode === 0) throw error;
  const usage = commands.map((command) => `${command.name()} ${command.usage()}`).join(" | ");
  const reason = error.code === "commander.help" ? "name a command" : error.message.replace("error: ", "");
  throw new UserError(`${reason.replace("\n", " ").replace(/\.?$/, ".")} Usage: npm run admin -- ${usage}`);
}

function parseSource(text: string): SourceName {
  const source = SOURCE_NAMES.find((name) => name === text);
  if (!source) throw new InvalidArgumentError(`It must be one of ${SOURCE_NAMES.join(", ")}`);
  return source;
}

function parseCount(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("Enter a number of snitches.");
  return Number(text);
}
