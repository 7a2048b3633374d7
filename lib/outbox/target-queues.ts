/** How many rows wait in one lane. Those beyond are rung for again while they are owed. */
const MOST_WAITING = 1_000;

type Lane = { running: number; waiting: { id: string; atOnce: number; work: () => Promise<void> }[] };

/**
 * Runs work in lanes, so much at once in each and in all of them together: one that is slow keeps no other waiting.
 * What waits is only remembered here; whoever asked asks again, and asking twice is asking once.
 */
export function openLanes(mostAtOnce: number, onFault: (fault: unknown) => void) {
  const lanes = new Map<string, Lane>();
  const known = new Set<string>();
  const idle: (() => void)[] = [];
  let running = 0;
  let isClosed = false;

  function next() {
    while (running < mostAtOnce) {
      const ready = firstReady();
      if (!ready) return;
      const { name, lane, work } = ready;
      lane.waiting.shift();
      // To the back of the line: each lane starts one before any starts its second.
      lanes.delete(name);
      lanes.set(name, lane);
      start(name, lane, work);
    }
  }

  function firstReady() {
    for (const [name, lane] of lanes) {
      const [work] = lane.waiting;
      if (work && lane.running < work.atOnce) return { name, lane, work };
    }
    return null;
  }

  function start(name: string, lane: Lane, { id, work }: Lane["waiting"][number]) {
    running += 1;
    lane.running += 1;
    work()
      .catch(onFault)
      .finally(() => {
        running -= 1;
        lane.running -= 1;
        known.delete(id);
        if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(name);
        if (running === 0) for (const tell of idle.splice(0)) tell();
        next();
      });
  }

  return {
    /** Whether this row is under way or waits here. */
    knows: (id: string) => known.has(id),

    /** Has the work done when its lane, which does so many at once, has the time; not at all when it is full. */
    add(name: string, atOnce: number, id: string, work: () => Promise<void>): void {
      if (isClosed || known.has(id)) return;
      const lane = lanes.get(name) ?? { running: 0, waiting: [] };
      if (lane.waiting.length >= MOST_WAITING) return;
      lanes.set(name, lane);
      known.add(id);
      lane.waiting.push({ id, atOnce, work });
      next();
    },

    /** Forgets what waits, and resolves when what is under way has ended. */
    async close(): Promise<void> {
      isClosed = true;
      for (const lane of lanes.values()) for (const { id } of lane.waiting.splice(0)) known.delete(id);
      if (running > 0) await new Promise<void>((resolve) => idle.push(resolve));
    },
  };
}
