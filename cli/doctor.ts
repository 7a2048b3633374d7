import { existsSync } from "node:fs";
import { ApiRefusal, callApi } from "./client";
import type { ClientOptions } from "./client-options";
import { findSettings, type Settings } from "./config";
import { EXIT } from "./exit";
import { sendRequest } from "./http";
import { isAny } from "./parse-response";
import { printRows } from "./print";
import { askServer } from "./server";

type Finding = { what: string; state: "ok" | "wrong"; found: string };
type Check = [what: string, look: () => Promise<string> | string];

const TIMEOUT_MS = 10_000;
/** Ages of reports need no clock, but schedules and certificates do. */
const LONGEST_CLOCK_ERROR_MS = 60_000;

/** What crons read, on the systems that have them. */
const CRONS: [name: string, place: string][] = [
  ["crontab of the system", "/etc/crontab"],
  ["/etc/cron.d", "/etc/cron.d"],
  ["crontabs of users", "/var/spool/cron"],
  ["anacron", "/etc/anacrontab"],
  ["systemd", "/run/systemd/system"],
];

/** Checks what reports need, and says what to do about each thing that is wrong. */
export async function doctor(options: ClientOptions): Promise<number> {
  const findings: Finding[] = [];
  for (const [what, look] of listChecks(options)) {
    try {
      findings.push({ what, state: "ok", found: await look() });
    } catch (error) {
      findings.push({ what, state: "wrong", found: (error as Error).message });
    }
  }
  printRows(
    findings,
    [
      ["", ({ state }) => (state === "ok" ? "ok" : "!!")],
      ["WHAT", ({ what }) => what],
      ["FOUND", ({ found }) => found],
    ],
    { isJson: options.json === true, empty: "" },
  );
  return findings.some(({ state }) => state === "wrong") ? EXIT.failed : EXIT.ok;
}

function listChecks(options: ClientOptions): Check[] {
  const settings = (): Settings => {
    const server = findSettings(options);
    if (!server)
      throw new Error("None is set. Run `tattle login https://tattle.example`, or set TATTLE_URL.");
    return server;
  };
  return [
    ["address", () => settings().url],
    ["server", async () => describeServer(settings())],
    ["clock", async () => compareClocks(settings())],
    ["key", async () => tryKey(settings())],
    ["spool", async () => (await import("./describe-machine")).describeSpools()],
    ["crontab of root", async () => (await import("./describe-machine")).describeGuard()],
    ["tattle-shell", async () => (await import("./describe-machine")).describeShell()],
    [
      "crons",
      () =>
        CRONS.filter(([, place]) => existsSync(place))
          .map(([name]) => name)
          .join(", ") || "none was found",
    ],
  ];
}

async function describeServer({ url }: Settings): Promise<string> {
  const { version, check_in_url } = await askServer(url, TIMEOUT_MS);
  const checkIns = new URL(check_in_url);
  await sendRequest({ method: "OPTIONS", url: check_in_url, timeoutMs: TIMEOUT_MS }).catch(
    (thrown: Error) => {
      throw new Error(
        `${checkIns.host}, which receives check-ins, cannot be reached: ${thrown.message}. Is a firewall in between?`,
      );
    },
  );
  const isPlain = url.startsWith("http:") || checkIns.protocol === "http:";
  return `Tattle ${version}; check-ins go to ${check_in_url}${isPlain ? " (without TLS: others can read the tokens)" : ""}`;
}

async function compareClocks({ url }: Settings): Promise<string> {
  const before = Date.now();
  const { headers } = await sendRequest({
    method: "GET",
    url: `${url}/.well-known/tattle`,
    timeoutMs: TIMEOUT_MS,
  });
  const serverMs = Date.parse(headers.date ?? "");
  if (Number.isNaN(serverMs)) return "the server did not send its time";
  const errorMs = (before + Date.now()) / 2 - serverMs;
  const text = `${(Math.abs(errorMs) / 1_000).toFixed(0)} s ${errorMs < 0 ? "behind" : "ahead of"} the server`;
  if (Math.abs(errorMs) > LONGEST_CLOCK_ERROR_MS)
    throw new Error(`It is ${text}. Set it, for instance with chrony.`);
  return text;
}

/** A key that only checks in may read nothing, and is enough for \`run\`. */
async function tryKey(settings: Settings): Promise<string> {
  if (!settings.key) return "none is set; `run --snitch` needs none, `run --slug` does";
  try {
    await callApi(settings, {
      method: "GET",
      path: "/v1/snitches?tags=tattle-doctor",
      timeoutMs: TIMEOUT_MS,
      is: isAny,
    });
    return "accepted";
  } catch (error) {
    if (error instanceof ApiRefusal && error.message.includes("may only send check-ins"))
      return "accepted, for check-ins";
    throw error;
  }
}
