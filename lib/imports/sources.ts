import type { Origin } from "./api";
import { mapBetterStack } from "./betterstack/map";
import { readBetterStack } from "./betterstack/read";
import { mapCronitor } from "./cronitor/map";
import { readCronitor } from "./cronitor/read";
import { mapDms } from "./dms/map";
import { readDms } from "./dms/read";
import { mapHealthchecks } from "./healthchecks/map";
import { readHealthchecks } from "./healthchecks/read";
import type { Imported } from "./imported";
import { mapKuma } from "./kuma/map";
import { readKuma } from "./kuma/read";
import { mapOpsgenie } from "./opsgenie/map";
import { readOpsgenie } from "./opsgenie/read";
import { mapSentry } from "./sentry/map";
import { readSentry } from "./sentry/read";
import type { SourceName } from "./source-names";

const from =
  <Records>(read: (origin: Origin) => Promise<Records>, map: (records: Records) => Imported) =>
  async (origin: Origin) =>
    map(await read(origin));

/** Reads all that a product has, without changing anything. Refuses with the attribute of the origin that is wrong. */
export const LOADERS: Record<SourceName, (origin: Origin) => Promise<Imported>> = {
  healthchecks: from(readHealthchecks, mapHealthchecks),
  dms: from(readDms, mapDms),
  cronitor: from(readCronitor, mapCronitor),
  kuma: from(readKuma, mapKuma),
  betterstack: from(readBetterStack, mapBetterStack),
  sentry: from(readSentry, mapSentry),
  opsgenie: from(readOpsgenie, mapOpsgenie),
};
