import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * How a line to the database behaves: as it should, cut, silent, or letting questions through and no answers. A
 * forgetful one is sound up to the next commit, and deaf from then on.
 */
type Behaviour = "sound" | "cut" | "silent" | "deaf" | "forgetful";

/** A line to the database that can be cut, for tests of outages: it takes a port of its own. */
export async function openFlakyLine(databaseUrl: string) {
  let url = new URL(databaseUrl);
  const ends = new Set<Socket>();
  let behaviour: Behaviour = "sound";

  const server = createServer((near) => {
    if (behaviour === "cut") {
      near.destroy();
      return;
    }
    const far = connect(Number(url.port || 5432), url.hostname);
    for (const [one, other, passes] of [
      [near, far, () => behaviour !== "silent"],
      [far, near, () => behaviour === "sound" || behaviour === "forgetful"],
    ] as const) {
      ends.add(one);
      // Else a small packet waits 40 ms for the answer to the one before it.
      one.setNoDelay(true);
      one.on("data", (chunk) => {
        if (passes()) other.write(chunk);
        if (behaviour === "forgetful" && one === near && chunk.includes("COMMIT")) behaviour = "deaf";
      });
      one.on("error", () => {});
      one.on("close", () => {
        ends.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const through = new URL(databaseUrl);
  through.hostname = "127.0.0.1";
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    /** The server came back somewhere else. */
    leadTo(next: string) {
      url = new URL(next);
    },
    become(next: Behaviour) {
      behaviour = next;
      if (next === "cut") for (const end of ends) end.destroy();
    },
  };
}
