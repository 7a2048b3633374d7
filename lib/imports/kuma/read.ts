import { readInThread } from "@/lib/platform/thread";
import { type Origin, tooMany, wrong } from "../api";
import type { KumaDatabase, readKumaFile } from "./read-file";

const NOT_KUMA = "is not the database of Uptime Kuma: choose the file kuma.db from its data folder";

const AT_LIMIT = {
  time: "took too long to read, so Tattle stopped. It may be damaged: stop Uptime Kuma, copy kuma.db again, and choose the copy",
  memory:
    "needs more memory to read than an import may take, so Tattle stopped. It may be damaged: stop Uptime Kuma, copy kuma.db again, and choose the copy",
};

/** What `kuma.db` of version 1 or 2 has, read in a thread: a prepared file could keep its reader busy for ever. */
export async function readKuma({ account, file }: Origin): Promise<KumaDatabase> {
  if (file.length === 0) throw wrong("file", "can’t be blank");
  const result = await readInThread<Awaited<ReturnType<typeof readKumaFile>>>(
    "read-kuma",
    account,
    async () => file,
  );
  if ("limit" in result) throw wrong("file", AT_LIMIT[result.limit]);
  if (result.output === "not kuma") throw wrong("file", NOT_KUMA);
  if (result.output === "too many") throw tooMany();
  return result.output;
}
