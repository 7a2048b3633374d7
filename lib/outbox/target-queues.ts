/** One target's queue holds at most this many tasks. The poller finds the other rows again. */
const MAX_WAITING = 1_000;

type Task = { id: string; concurrency: number; run: () => Promise<void> };
type TargetQueue = { running: number; waiting: Task[] };

/**
 * One queue for each target, with a limit for each target and one for all together, so that a slow target delays no
 * other. In memory only. Lost tasks are found again by the poller; adding an id twice is a no-op.
 */
export function openTargetQueues(maxRunning: number, onError: (error: unknown) => void) {
  const queues = new Map<string, TargetQueue>();
  const ids = new Set<string>();
  const onIdle: (() => void)[] = [];
  let running = 0;
  let isClosed = false;

  function startNext() {
    while (running < maxRunning) {
      const ready = firstReady();
      if (!ready) return;
      const { target, queue, task } = ready;
      queue.waiting.shift();
      // Moved to the end of the map, so that targets take turns.
      queues.delete(target);
      queues.set(target, queue);
      start(target, queue, task);
    }
  }

  function firstReady() {
    for (const [target, queue] of queues) {
      const [task] = queue.waiting;
      if (task && queue.running < task.concurrency) return { target, queue, task };
    }
    return null;
  }

  function start(target: string, queue: TargetQueue, { id, run }: Task) {
    running += 1;
    queue.running += 1;
    run()
      .catch(onError)
      .finally(() => {
        running -= 1;
        queue.running -= 1;
        ids.delete(id);
        if (queue.running === 0 && queue.waiting.length === 0) queues.delete(target);
        if (running === 0) for (const resolve of onIdle.splice(0)) resolve();
        startNext();
      });
  }

  return {
    /** Whether a task with this id is queued or running. */
    has: (id: string) => ids.has(id),

    /** Runs the task once its target runs fewer than `concurrency` tasks. Ignored if the target's queue is full. */
    add(target: string, concurrency: number, id: string, run: () => Promise<void>): void {
      if (isClosed || ids.has(id)) return;
      const queue = queues.get(target) ?? { running: 0, waiting: [] };
      if (queue.waiting.length >= MAX_WAITING) return;
      queues.set(target, queue);
      ids.add(id);
      queue.waiting.push({ id, concurrency, run });
      startNext();
    },

    /** Drops queued tasks, and resolves when the running ones have ended. */
    async close(): Promise<void> {
      isClosed = true;
      for (const queue of queues.values()) for (const { id } of queue.waiting.splice(0)) ids.delete(id);
      if (running > 0) await new Promise<void>((resolve) => onIdle.push(resolve));
    },
  };
}
