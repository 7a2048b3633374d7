import { z } from "zod";
import { parseJson } from "@/lib/rules/parse-json";
import { MAX_RECORDS, type Origin, openApi, refuseUnlessKey, tooMany, wrong } from "../api";
import { sourceText } from "../source-text";

/** More than 10,000 heartbeats take. */
const MAX_FILE_BYTES = 16 * 1_024 * 1_024;

/** Besides, it has the members of a new heartbeat, which are validated as such. */
const heartbeat = z.looseObject({ name: sourceText });

const list = z.object({ data: z.object({ heartbeats: z.array(heartbeat) }) });

export type Heartbeat = z.output<typeof heartbeat>;

/** All heartbeats of an account, from a file of them, or else by a key. */
export async function readOpsgenie(origin: Origin): Promise<Heartbeat[]> {
  const { heartbeats } = (origin.file.length > 0 ? readFile(origin.file) : await request(origin)).data;
  if (heartbeats.length > MAX_RECORDS) throw tooMany();
  return heartbeats;
}

async function request(origin: Origin): Promise<z.output<typeof list>> {
  const api = openApi(origin, {
    name: "Opsgenie",
    url: "https://api.opsgenie.com",
    headers: { Authorization: `GenieKey ${refuseUnlessKey(origin.key)}` },
    keyHint: "copy the key of an API integration that may read and access configurations",
  });
  return (await api.get("/v2/heartbeats", {}, list)).data;
}

function readFile(file: Uint8Array): z.output<typeof list> {
  if (file.length > MAX_FILE_BYTES) throw wrong("file", "is larger than 16 MB");
  const result = list.safeParse(parseJson(Buffer.from(file).toString("utf8")));
  if (result.success) return result.data;
  throw wrong(
    "file",
    "is not a list of heartbeats: save the response of https://api.opsgenie.com/v2/heartbeats",
  );
}
