import {
  byRunning,
  type Group,
  groupIn,
  mostWaiting,
  moveToEnd,
  newGroup,
  type Path,
  removeEmpty,
} from "./task-groups";

/** Whose task it is. */
export type Place = { accountId: string; caseId: string; channelId: string };

type Options = { maxRunning: number; maxWaiting: number; onError: (error: unknown) => void };

/** Places that stay free for other accounts, for each running task of an account. */
const FREE_FOR_EACH_TAKEN = 4;

/**
 * A queue that serves the account with the fewest running tasks first, then its case and its channel with the fewest. An
 * account always leaves a free place for another account, and a case leaves one for another case of its
 * account. In memory only: lost tasks are found again by the poller, and adding an id twice is a no-op.
 */
export function openFairQueue({ maxRunning, maxWaiting, onError }: Options) {
  const all = newGroup("");
  const ids = new Set<string>();
  const onIdle: (() => void)[] = [];
  let isClosed = false;

  /** How many more tasks an account may run. */
  const leftFor = (account: Group) => (maxRunning - all.running) / FREE_FOR_EACH_TAKEN - account.running;

  const mayRun = ([, account, theCase, channel]: Path) =>
    theCase.running < leftFor(account) && channel.running < (channel.tasks[0]?.concurrency ?? 0);

  /** The path of the task whose turn it is; null if none may start. */
  function nextPath(): Path | null {
    if (all.running >= maxRunning) return null;
    for (const account of byRunning(all))
      for (const theCase of leftFor(account) > 0 ? byRunning(account) : [])
        for (const channel of byRunning(theCase)) {
          const path: Path = [all, account, theCase, channel];
          if (mayRun(path)) return path;
        }
    return null;
  }

  function start(path: Path) {
    const task = path[3].tasks.shift();
    if (!task) throw new Error("A channel without a task has no turn.");
    for (const group of path) {
      group.waiting -= 1;
      group.running += 1;
    }
    moveToEnd(path);
    task
      .run()
      .catch(onError)
      .finally(() => end(path, task.id));
  }

  function end(path: Path, id: string) {
    for (const group of path) group.running -= 1;
    moveToEnd(path);
    removeEmpty(path);
    ids.delete(id);
    if (all.running === 0) for (const resolve of onIdle.splice(0)) resolve();
    if (isClosed) return;
    for (let next = nextPath(); next; next = nextPath()) start(next);
  }

  function dropOne() {
    const path = mostWaiting(all);
    const dropped = path[3].tasks.pop();
    if (!dropped) throw new Error("A full queue has a waiting task.");
    for (const group of path) group.waiting -= 1;
    removeEmpty(path);
    ids.delete(dropped.id);
  }

  return {
    /** Whether a task with this id is queued or running. */
    has: (id: string) => ids.has(id),

    /**
     * Runs the task once its turn has come and its channel runs fewer than `concurrency` tasks. If too many tasks wait,
     * the account with the most loses one.
     */
    add({ accountId, caseId, channelId }: Place, concurrency: number, id: string, run: () => Promise<void>) {
      if (isClosed || ids.has(id)) return;
      const account = groupIn(all, accountId);
      const theCase = groupIn(account, caseId);
      const channel = groupIn(theCase, channelId);
      const path: Path = [all, account, theCase, channel];
      ids.add(id);
      channel.tasks.push({ id, concurrency, run });
      for (const group of path) group.waiting += 1;
      // No other task can start because of this one.
      if (mayRun(path)) start(path);
      if (all.waiting > maxWaiting) dropOne();
    },

    /** Starts no more tasks, and resolves when the running ones have ended. */
    async close(): Promise<void> {
      isClosed = true;
      if (all.running > 0) await new Promise<void>((resolve) => onIdle.push(resolve));
    },
  };
}
