import DataLoader from "dataloader";
import { isConnectionError } from "@/lib/platform/db-errors";

const MAX_BATCH_SIZE = 200;

/**
 * Makes a function of one item out of one of many: calls that arrive while a query runs share the next one, and so its
 * commit. Results are in the order of the items. If a query fails because of one item, the others are tried by themselves.
 */
export function shareQueries<Item, Result>(run: (items: readonly Item[]) => Promise<Result[]>) {
  let running: Promise<unknown> = Promise.resolve();
  const runEach = (items: readonly Item[]) =>
    Promise.all(
      items.map((item) =>
        run([item]).then(
          ([result]) => result as Result,
          (error: Error) => error,
        ),
      ),
    );
  const runAll = (items: readonly Item[]) => {
    const results: Promise<(Result | Error)[]> = run(items).catch((error) => {
      if (items.length === 1 || isConnectionError(error)) throw error;
      return runEach(items);
    });
    running = results.catch(() => {});
    return results;
  };
  const loader = new DataLoader(runAll, {
    cache: false,
    maxBatchSize: MAX_BATCH_SIZE,
    batchScheduleFn: (dispatch) => void running.then(() => setImmediate(dispatch)),
  });
  return (item: Item): Promise<Result> => loader.load(item);
}
