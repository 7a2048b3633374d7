const undone = new Set();
let ending;

/** Work to do before the process ends, however it is asked to; the newest first. Returns a way to do it sooner. */
export function atEnd(work) {
  undone.add(work);
  return async () => {
    if (undone.delete(work)) await work();
  };
}

export const isEnding = () => ending !== undefined;

/** Undoes what was started, then ends the process. */
export function end(code) {
  ending ??= undoAll().then((clean) => process.exit(clean ? code : code || 1));
  return ending;
}

/** Undoes what was started, the newest first. Returns whether all of it could be. */
export async function undoAll() {
  let clean = true;
  // Read anew each time: what was under way may have started something meanwhile.
  for (let work = [...undone].pop(); work; work = [...undone].pop()) {
    undone.delete(work);
    try {
      await work();
    } catch (thrown) {
      clean = false;
      console.error(thrown instanceof Error ? thrown.message : thrown);
    }
  }
  return clean;
}

/** Ends orderly when asked to by a signal, or when the process that started this one has gone. */
export function endOnSignals(code) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(code));
  if (process.channel) {
    process.on("disconnect", () => end(code));
    process.channel.unref();
  }
  // npm may be killed, and then tells nobody.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || end(code), 500).unref();
  for (const fault of ["uncaughtException", "unhandledRejection"]) {
    process.on(fault, (thrown) => {
      console.error(thrown);
      end(1);
    });
  }
  // The terminal or the pipe that read us may be gone; that is no reason to leave things behind.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}
