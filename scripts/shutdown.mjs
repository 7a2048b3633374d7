const tasks = new Set();
let exit;

/** Registers a task that runs before this process exits, newest first. Returns a function that runs it early, once. */
export function onShutdown(task) {
  let running;
  const run = () => {
    running ??= Promise.resolve()
      .then(task)
      .finally(() => tasks.delete(run));
    return running;
  };
  tasks.add(run);
  return run;
}

export const isShuttingDown = () => exit !== undefined;

/** Runs the shutdown tasks, then exits. If a task fails, the exit code is not 0. */
export function shutDown(code) {
  exit ??= runShutdownTasks().then((succeeded) => process.exit(succeeded ? code : code || 1));
  return exit;
}

/** Runs the shutdown tasks, and those that they register. Returns false if one failed. */
export async function runShutdownTasks() {
  let succeeded = true;
  for (let run = [...tasks].pop(); run; run = [...tasks].pop()) {
    await run().catch((error) => {
      succeeded = false;
      console.error(error.message);
    });
  }
  return succeeded;
}

/** How often a process looks whether its parent is gone. */
const WATCH_PARENT_MS = 2_000;

/** Shuts down on a signal, after an uncaught error, and when the parent process (npm, usually) is gone. */
export function shutDownOnSignals(code) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => shutDown(code));
  // A killed npm sends no signal. Without npm, the parent is a shell, which may exit first (nohup).
  const parent = process.ppid;
  const watchParent = () => process.ppid === parent || shutDown(code);
  if (process.env.npm_lifecycle_event || process.channel) setInterval(watchParent, WATCH_PARENT_MS).unref();
  const fail = (thrown) => {
    console.error(thrown);
    shutDown(1);
  };
  process.on("uncaughtException", fail).on("unhandledRejection", fail);
  // A closed terminal or pipe must not stop the shutdown tasks.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}
