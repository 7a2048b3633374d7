import { z } from "zod";
import { basic, MAX_RECORDS, type Origin, openApi, refuseUnlessKey, tooMany } from "../api";
import { optionalText, sourceText } from "../source-text";

/** Besides, a snitch has the attributes of a new one, which are validated as such. */
const snitch = z.looseObject({ token: sourceText, name: optionalText, status: optionalText });

export type Snitch = z.output<typeof snitch>;

/** All snitches of a case, at Dead Man’s Snitch or at another Tattle. */
export async function readDms(origin: Origin): Promise<Snitch[]> {
  const api = openApi(origin, {
    name: "Dead Man’s Snitch",
    url: "https://api.deadmanssnitch.com",
    headers: { Authorization: basic(refuseUnlessKey(origin.key)) },
    keyHint: "copy it from the case’s API Keys page",
  });
  const { data } = await api.get("/v1/snitches", {}, z.array(snitch));
  if (data.length > MAX_RECORDS) throw tooMany();
  return data;
}
