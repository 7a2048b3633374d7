import { heartbeat } from "./better-stack/heartbeat";
import { ping } from "./checkly/ping";
import { legacy } from "./cronitor/legacy";
import { putMonitors } from "./cronitor/put-monitors";
import { isCronitorKey, telemetry } from "./cronitor/telemetry";
import { externalEndpoint } from "./gatus/external-endpoint";
import { createPing } from "./healthchecks/ping";
import { checkIn } from "./honeybadger/check-in";
import { ping as opsgeniePing } from "./opsgenie/ping";
import type { Adapter } from "./respond";
import { sentry } from "./sentry/adapter";
import { push } from "./uptime-kuma/push";

/** Healthchecks' adapter. Cronitor has keys at the same address. */
export const healthchecksPing = createPing({ hasKey: isCronitorKey, handle: telemetry });

/** The adapters by the form of the path. The first match responds. */
const ADAPTERS: readonly (readonly [RegExp, Adapter])[] = [
  [/^\/api\/push\/[^/]+\/?$/, push],
  [/^\/api\/\d+\//, sentry],
  [/^\/api\/v1\/heartbeat\/[^/]+(?:\/[^/]+)?\/?$/, heartbeat],
  [/^\/api\/v1\/endpoints\/[^/]+\/external\/?$/, externalEndpoint],
  [/^\/api\/monitors\/?$/, putMonitors],
  [/^\/heartbeats\/ping\/[^/]+\/?$/, ping],
  [/^\/v1\/check_in\/[^/]+\/?$/, checkIn],
  [/^\/(?:opsgenie|v2\/+heartbeats)\//, opsgeniePing],
  // Except signals to our own tokens: a proxy may have added the folder.
  [/^\/p\/(?![\da-f]{16}\/(?:start|success|fail|log|\d{1,3})\/?$)[^/]+\/[^/]+(?:\/[^/]+)?\/?$/, telemetry],
  // By UUID, and by a key and a slug, except our own tokens.
  [
    /^\/ping\/(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\/|$)|(?![\da-f]{16}\/)[^/]+\/+[^/])/i,
    healthchecksPing,
  ],
  [/^(?:\/c)?\/[\w-]+\/(?:run|complete)\/?$/, legacy],
];

/** The adapter for this path; null for one of our check-in URLs. */
export function findAdapter(path: string): Adapter | null {
  // Paths of other protocols have at least two parts, and our check-in URLs usually one.
  if (path.indexOf("/", 1) < 0) return null;
  return ADAPTERS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
