import { expect, test } from "vitest";
import { OPERATIONS } from "@/app/v1/operations";
import { API_PAGES } from "@/components/docs-pages";
import { FORMER_ANCHORS, GENERAL_OPERATIONS, RESOURCES } from "./resources";

test("each operation is on one page, in the order of the API, and only what describes the API is on the first", () => {
  const onPages = RESOURCES.flatMap(({ operations }) => operations);

  expect(new Set([...onPages, ...GENERAL_OPERATIONS]).size).toBe(OPERATIONS.length);
  expect(onPages.length + GENERAL_OPERATIONS.length).toBe(OPERATIONS.length);
  expect(GENERAL_OPERATIONS.map(({ id }) => id)).toEqual(["describeApi"]);
  for (const { slug, operations } of RESOURCES) {
    expect(operations.length, slug).toBeGreaterThan(0);
    expect(operations).toEqual(OPERATIONS.filter((operation) => operations.includes(operation)));
  }
});

test("the navigation has each page", () => {
  expect(API_PAGES).toEqual(RESOURCES.map(({ slug, title }) => [`/docs/api/${slug}`, title]));
});

test("the anchor of each operation leads to its page", () => {
  expect(Object.keys(FORMER_ANCHORS).length).toBe(OPERATIONS.length - 1);
  expect(FORMER_ANCHORS).toMatchObject({
    createSnitch: "/docs/api/snitches#createSnitch",
    listRuns: "/docs/api/runs#listRuns",
    changeSentryDsn: "/docs/api/sentry-dsn#changeSentryDsn",
  });
});
