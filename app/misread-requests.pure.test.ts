import { expect, test } from "vitest";
import { isMisread, noteRead, withBody } from "./misread-requests";

const NEXT = "    at e.exports (/app/node_modules/next/dist/compiled/next-server/app-page.js:1:2)";
const NODE = "    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)";
const OURS = "    at signIn (/app/.next/server/chunks/x.js:1:2)";

const errorWith = (message: string, ...frames: string[]) =>
  Object.assign(new Error(message), { stack: [`Error: ${message}`, ...frames].join("\n") });

test("an error of Next.js about a body is misread; an error with a line of ours is not", () => {
  withBody(() => {
    expect(isMisread(errorWith("Unexpected end of form", NEXT, NODE))).toBe(true);
    expect(isMisread(errorWith('Failed to find Server Action "00".', OURS))).toBe(true);
    expect(isMisread(errorWith("fetch failed", NODE, OURS))).toBe(false);
    expect(isMisread(errorWith("without a stack"))).toBe(false);
    expect(isMisread("a text")).toBe(false);
  });
});

test("once an action has begun, and without a body, every error is ours", () => {
  withBody(() => {
    noteRead();
    expect(isMisread(errorWith("x", NEXT))).toBe(false);
  });
  expect(isMisread(errorWith("x", NEXT))).toBe(false);
});
