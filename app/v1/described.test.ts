import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Operation } from "@/lib/api/operation";
import { OPERATIONS } from "./operations";

/** For unknown paths, for clients of Honeybadger, and for Prometheus, of which the reference page says what it returns. */
const NOT_DESCRIBED = ["/v1/[[...path]]", "/v1/check_in/{id}", "/v1/hooks/{id}", "/v1/metrics"];

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The path of each route, and its folder. */
const routes = readdirSync("app", { encoding: "utf8", recursive: true })
  .filter((file) => /^v1.*route\.ts$/.test(file))
  .map((file) => path.dirname(file))
  .map((folder) => [`/${folder.replaceAll(/\[(\w+)\]/g, "{$1}")}`, path.resolve("app", folder)] as const)
  .filter(([url]) => !NOT_DESCRIBED.includes(url));

const inWords = ({ method, path }: Operation) => `${method} ${path}`;

/** The methods that a route does not refuse, as it refuses OPTIONS. */
async function listHandled([url, folder]: (typeof routes)[number]): Promise<string[]> {
  const route = await import(path.join(folder, "route.ts"));
  return METHODS.filter((method) => route[method] !== route.OPTIONS).map((method) => `${method} ${url}`);
}

test.each(routes)("beside the route of %s is an operation for each of its methods", async (url, folder) => {
  const file = path.join(folder, "operations.ts");
  const described = existsSync(file) ? Object.values<Operation>(await import(file)) : [];
  const handled = await listHandled([url, folder]);
  expect(handled).not.toEqual([]);
  expect(described.map(inWords).sort()).toEqual(handled.sort());
});

test("the reference has each operation of each route once, and no other", async () => {
  const handled = await Promise.all(routes.map(listHandled));
  const operations = OPERATIONS.filter(({ path }) => path !== "/status/{slug}.json");
  expect(operations.map(inWords).sort()).toEqual(handled.flat().sort());
});
