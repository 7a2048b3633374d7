import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { METHODS } from "@/lib/api/operation";
import { ROUTES } from "./operations";

/** Honeybadger's clients, and unknown paths. */
const NOT_OF_THE_API = ["/v1/[[...path]]", "/v1/check_in/{id}"];

/** The page about the API says what Prometheus reads, and that about PagerDuty where its events go. */
const NOT_DESCRIBED = ["/v1/metrics", "/v1/hooks/{id}"];

/** The path of each route, and its folder. */
const routes = readdirSync("app", { encoding: "utf8", recursive: true })
  .filter((file) => /^v1.*route\.ts$/.test(file))
  .map((file) => path.dirname(file))
  .map((folder) => [`/${folder.replaceAll(/\[(\w+)\]/g, "{$1}")}`, path.resolve("app", folder)] as const)
  .filter(([url]) => !NOT_OF_THE_API.includes(url));

test("the map has the path of each route, and no other", () => {
  const paths = Object.keys(ROUTES).filter((url) => url.startsWith("/v1/"));
  expect(paths.sort()).toEqual(routes.map(([url]) => url).sort());
});

test.each(routes)(
  "%s has a handler for each method, and in the map the operations of its file",
  async (url, folder) => {
    const { dynamic: _, ...handlers } = await import(path.join(folder, "route.ts"));
    expect(Object.keys(handlers).sort()).toEqual([...METHODS, "OPTIONS"].sort());
    for (const method of METHODS) {
      const { operation } = handlers[method];
      expect(ROUTES[url]?.[method]?.operation).toBe(operation);
      const isDescribed = handlers[method] !== handlers.OPTIONS && !NOT_DESCRIBED.includes(url);
      expect([method, operation !== undefined]).toEqual([method, isDescribed]);
    }
  },
);
