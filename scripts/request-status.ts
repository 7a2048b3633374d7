import { get } from "node:http";

/** The status of the response to a GET, or null if there is none in this time. Not by `fetch`, which would stay in memory with 3 MB. */
export function requestStatus(url: string, timeoutMs: number): Promise<number | null> {
  return new Promise((resolve) => {
    // A connection of its own: the connection of an earlier request may be closing.
    const request = get(url, { agent: false, timeout: timeoutMs }, (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    });
    request.once("timeout", () => request.destroy());
    request.once("error", () => resolve(null));
  });
}
