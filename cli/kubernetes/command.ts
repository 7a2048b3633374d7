import { type Command, InvalidArgumentError } from "commander";
import { parseMargin } from "@/lib/rules/schedule/margin-text";
import { readSettings, type Settings } from "../config";
import { CliError, EXIT } from "../exit";
import { isTerminal, printJson, printLines, printRows, printWarning } from "../print";
import { readStateFile, writeStateFile } from "../state-file";
import { batchPath, KubernetesApi } from "./api";
import type { Rules } from "./judge";
import { LeaseLock } from "./lease";
import { readCronJob } from "./objects";
import { rowsOf } from "./rows";
import { Snitches } from "./snitches";
import { Watcher } from "./watcher";

type Options = {
  kubeconfig?: string;
  cluster?: string;
  namespace?: string;
  all?: boolean;
  suspendedAfter?: number;
  plan?: boolean;
  json?: boolean;
  url?: string;
  keyFile?: string;
};

const WEEK_SECONDS = 7 * 86_400;
const SETTLE_MS = 10_000;
const CHECKPOINT_MS = 10_000;
/** A tag has 64 characters, and names of a server are in a path. */
const CLUSTER = /^[a-z\d]([-\w.]{0,48}[a-z\d])?$/i;
const NAMESPACE = /^[a-z\d]([-a-z\d]{0,61}[a-z\d])?$/;

/** `tattle kubernetes`. */
export const addKubernetes = (program: Command, setStatus: (status: number) => void) =>
  void program
    .description("Watches the CronJobs of a Kubernetes cluster, and reports their Jobs.")
    .option(
      "--cluster <NAME>",
      "name of the cluster (default: that of the kubeconfig file)",
      matching(CLUSTER),
    )
    .option("--kubeconfig <FILE>", "a kubeconfig file (default: the service account of this pod)")
    .option("--namespace <NAME>", "watch only this namespace", matching(NAMESPACE))
    .option("--all", "watch CronJobs without the label tattle/monitor, too")
    .option(
      "--suspended-after <TIME>",
      "report CronJobs suspended for longer than this (default: 7d)",
      parseSeconds,
    )
    .option("--plan", "only show what would be watched, and why not")
    .option("--json", "print the plan as JSON")
    .option("--url <URL>", "URL of the Tattle server (default: TATTLE_URL)")
    .option("--key-file <FILE>", "file that contains the API key (default: TATTLE_KEY)")
    .action(async (options: Options) => {
      const api = new KubernetesApi(options.kubeconfig ?? null);
      const cluster = options.cluster ?? (options.kubeconfig === undefined ? "" : api.clusterName);
      if (!CLUSTER.test(cluster))
        throw new CliError(
          "Name the cluster: --cluster NAME, up to 50 letters, digits, - and _.",
          EXIT.usage,
        );
      const { suspendedAfter = WEEK_SECONDS } = options;
      const rules = { cluster, isAll: options.all === true, suspendedAfterMs: suspendedAfter * 1_000 };
      if (options.plan) await plan(api, rules, options);
      else setStatus(await watch(api, rules, options));
    });

async function plan(api: KubernetesApi, rules: Rules, options: Options): Promise<void> {
  const cronJobs: NonNullable<ReturnType<typeof readCronJob>>[] = [];
  await api.list(batchPath("cronjobs", options.namespace ?? null), {}, (object) => {
    const cronJob = readCronJob(object);
    if (cronJob) cronJobs.push(cronJob);
  });
  const rows = rowsOf(cronJobs, rules, await tryLoad(options, rules.cluster), new Date());
  if (options.json) {
    printJson(rows, 2);
    return;
  }
  printRows(
    rows,
    [
      ["CRONJOB", ({ namespace, name }) => `${namespace}/${name}`],
      ["SCHEDULE", ({ schedule }) => schedule],
      ["WATCHED", ({ watched }) => (watched ? "yes" : "no")],
      ["REASON", ({ reason }) => reason],
    ],
    { isJson: false, empty: "There are no CronJobs." },
  );
  const commands = rows
    .filter(({ watched, command }) => !watched && command)
    .map(({ command }) => command ?? "");
  if (isTerminal() && commands.length > 0)
    printLines("", "To watch the others:", ...commands.map((line) => `  ${line}`));
}

/** The snitches that exist, for a plan, which needs none. */
async function tryLoad(options: Options, cluster: string): Promise<Snitches | null> {
  try {
    const settings = readSettings(options);
    if (!settings.key) return null;
    const snitches = new Snitches(settings, cluster);
    await snitches.load();
    return snitches;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    printWarning(error.message);
    return null;
  }
}

/** Where it is kept until when all was reported, for the next watcher. */
type Checkpoint = { reportedUntil: string };
const isCheckpoint = (value: unknown): value is Checkpoint =>
  typeof (value as Checkpoint | null)?.reportedUntil === "string";

async function watch(api: KubernetesApi, rules: Rules, options: Options): Promise<number> {
  const settings = readSettings(options);
  if (!settings.key) throw new CliError("Set TATTLE_KEY to an API key with full access.", EXIT.settings);
  const say = (text: string) => printLines(`${new Date().toISOString()} ${text}`);
  const ending = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => ending.abort());
  say(`Watching the cluster ${rules.cluster} at ${api.server} for ${settings.url}.`);
  return api.ownNamespace === null
    ? watchAlone(api, rules, { ...options, settings, say }, ending)
    : watchInTurn(api, rules, { ...options, settings, say }, ending, api.ownNamespace);
}

type Watching = Options & { settings: Settings; say: (text: string) => void };

const startWatcher = (
  api: KubernetesApi,
  rules: Rules,
  { settings, namespace, say }: Watching,
  signal: AbortSignal,
  reportedUntilMs: number | null,
) => new Watcher(api, { ...rules, settings, namespace: namespace ?? null, say, reportedUntilMs }, signal);

/** Without a cluster of its own there is no Lease: what it has reported is in the state folder. */
async function watchAlone(api: KubernetesApi, rules: Rules, options: Watching, ending: AbortController) {
  const name = JSON.stringify([options.settings.url, rules.cluster]);
  const untilMs = Date.parse(readStateFile("kubernetes", name, isCheckpoint)?.reportedUntil ?? "");
  const watcher = startWatcher(api, rules, options, ending.signal, Number.isNaN(untilMs) ? null : untilMs);
  const store = () =>
    writeStateFile("kubernetes", name, { reportedUntil: new Date(watcher.reportedUntilMs).toISOString() });
  const timer = setInterval(store, CHECKPOINT_MS);
  await watcher.run();
  clearInterval(timer);
  await watcher.settle(AbortSignal.timeout(SETTLE_MS));
  store();
  return EXIT.ok;
}

/** One of several replicas watches. One that loses the Lease ends, and Kubernetes starts it again. */
async function watchInTurn(
  api: KubernetesApi,
  rules: Rules,
  options: Watching,
  ending: AbortController,
  ownNamespace: string,
) {
  const lock = new LeaseLock(api, ownNamespace, "tattle-kubernetes");
  if (!(await lock.acquire(ending.signal, options.say))) return EXIT.ok;
  options.say("This replica is watching.");
  const watcher = startWatcher(api, rules, options, ending.signal, lock.reportedUntilMs);
  const running = watcher.run();
  await Promise.race([running, lock.hold(ending.signal, () => watcher.reportedUntilMs)]);
  const hasLost = !ending.signal.aborted;
  ending.abort();
  await running;
  if (hasLost)
    throw new CliError("Another replica is watching now, or the Lease could not be renewed.", EXIT.failed);
  await watcher.settle(AbortSignal.timeout(SETTLE_MS));
  await lock.release(watcher.reportedUntilMs);
  return EXIT.ok;
}

function matching(pattern: RegExp) {
  return (text: string): string => {
    if (pattern.test(text)) return text;
    throw new InvalidArgumentError("Use letters, digits, - and _.");
  };
}

function parseSeconds(text: string): number {
  const seconds = parseMargin(text);
  if (seconds === null) throw new InvalidArgumentError("Use a duration such as 7d or 12h.");
  return seconds;
}
