import { hasSubscribers } from "node:diagnostics_channel";
import { forget, remember } from "@epic-web/remember";
import { afterAll } from "vitest";
import { stall } from "@/lib/platform/database-stall";
import { env } from "@/lib/platform/env";
import { latestLoss } from "@/lib/platform/pool";

// Runs before each test file that shares its process with others: they begin with the same environment, and as if no connection had
// ever been lost or silent. A file that changes anything else of the process is named *.alone.test.ts.
const before = remember("tattle.test-environment", () => ({
  variables: { ...process.env },
  env: { ...env },
}));
restore(process.env, before.variables);
restore(env, before.env);
latestLoss.at = Number.NEGATIVE_INFINITY;
stall.endedAt = Number.NEGATIVE_INFINITY;
stall.isOnDemand = false;
// It has the limit of the environment in which it was opened.
forget("tattle.api-limiter");

afterAll(() => {
  if (hasSubscribers("http.server.request.start"))
    throw new Error("This file changes all HTTP servers of the process. Name it *.alone.test.ts.");
});

function restore(changed: object, values: object): void {
  for (const key of Object.keys(changed)) if (!(key in values)) Reflect.deleteProperty(changed, key);
  Object.assign(changed, values);
}
