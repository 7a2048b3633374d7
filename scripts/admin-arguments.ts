import { parseArgs } from "node:util";
import { Stop } from "./stop.mjs";

type Commands = typeof import("./admin-commands");
type Outcome = { text: string };
type Command = {
  json: boolean;
  /** Whether the database must be left as it is until the command has looked at it, with nobody else at work there. */
  alone?: boolean;
  carryOut: (commands: Commands) => Promise<Outcome>;
};

const USAGE: Record<string, string> = {
  bootstrap: "bootstrap --email E --password P --case NAME [--plan PLAN]",
  webhook: "webhook CASE URL",
  plan: "plan CASE PLAN",
  hold: "hold CASE",
  release: "release CASE",
  operator: "operator EMAIL",
  seed: "seed CASE [SNITCHES]",
  backup: "backup",
  restore: "restore FILE",
};

const usage = (name: string) =>
  `Usage: npm run admin -- ${USAGE[name] ?? Object.values(USAGE).join(" | ")} [--json]`;

/** What the operator asks for; a wrong command or a missing argument is one line with the usage. */
export function commandFor(args: string[]): Command {
  const { values, positionals } = read(args);
  const [name = "", first, second, ...rest] = positionals;
  const { json = false, email, password, case: caseName, plan } = values;
  const none = [email, password, caseName, plan].every((value) => value === undefined);
  const say = (complaint: string) => new Stop(`${complaint} ${usage(name)}`);

  if (!(name in USAGE)) throw say(name ? `There is no command “${name}”.` : "Name a command.");
  if (rest.length > 0) throw say(`${name} does not take “${rest.join(" ")}”.`);
  if (name === "bootstrap") {
    if (first) throw say(`${name} does not take “${first}”.`);
    if (!email || !password || !caseName) throw say(`${name} needs --email, --password and --case.`);
    return { json, carryOut: ({ bootstrap }) => bootstrap({ email, password, caseName, plan }) };
  }
  if (!none) throw say(`${name} takes no such option.`);
  if (name === "backup") {
    if (first) throw say(`${name} does not take “${first}”.`);
    return { json, carryOut: ({ backup }) => backup() };
  }
  if (name === "restore") {
    if (!first) throw say(`${name} needs a file, or the name of a backup.`);
    if (second) throw say(`${name} does not take “${second}”.`);
    return { json, alone: true, carryOut: ({ restore }) => restore(first) };
  }
  if (name === "operator") {
    if (!first) throw say(`${name} needs the e-mail address of an account.`);
    if (second) throw say(`${name} does not take “${second}”.`);
    return { json, carryOut: ({ operator }) => operator(first) };
  }
  if (!first) throw say(`${name} needs a case.`);
  if (name === "webhook" || name === "plan") {
    if (!second) throw say(`${name} needs a case and ${name === "plan" ? "a plan" : "a URL"}.`);
    return { json, carryOut: (commands) => commands[name](first, second) };
  }
  if (name === "seed") {
    const snitches = Number(second ?? 0);
    if (!Number.isInteger(snitches) || snitches < 0) throw say(`${name} takes a number of snitches.`);
    return { json, carryOut: async () => (await import("./admin-commands")).seed(first, snitches) };
  }
  if (second) throw say(`${name} does not take “${second}”.`);
  return { json, carryOut: (commands) => commands[name === "hold" ? "hold" : "release"](first) };
}

function read(args: string[]) {
  const text = { type: "string" } as const;
  const options = { email: text, password: text, case: text, plan: text, json: { type: "boolean" } } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (thrown) {
    const [reason] = (thrown as Error).message.split(". ");
    throw new Stop(`${reason}. ${usage(args[0] ?? "")}`);
  }
}
