import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { isMisread, noteRead, respondBusy, withBody } from "./misread-requests";

const NEXT = "    at e.exports (/app/node_modules/next/dist/compiled/next-server/app-page.js:1:2)";
const NODE = "    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)";
const OURS = "    at signIn (/app/.next/server/chunks/x.js:1:2)";

const aResponse = () => new ServerResponse(new IncomingMessage(new Socket()));

const errorWith = (message: string, ...frames: string[]) =>
  Object.assign(new Error(message), { stack: [`Error: ${message}`, ...frames].join("\n") });

test("an error of Next.js about a body is misread; an error with one of our lines is not", () => {
  withBody(aResponse(), () => {
    expect(isMisread(errorWith("Unexpected end of form", NEXT, NODE))).toBe(true);
    expect(isMisread(errorWith('Failed to find Server Action "00".', OURS))).toBe(true);
    expect(isMisread(errorWith("fetch failed", NODE, OURS))).toBe(false);
    expect(isMisread(errorWith("without a stack"))).toBe(false);
    expect(isMisread("a text")).toBe(false);
  });
});

test("once an action has begun, and without a body, every error is ours", () => {
  withBody(aResponse(), () => {
    noteRead();
    expect(isMisread(errorWith("x", NEXT))).toBe(false);
  });
  expect(isMisread(errorWith("x", NEXT))).toBe(false);
});

test("a request that is refused because others are in progress gets a 503, and when to come again", () => {
  const response = aResponse();
  withBody(response, respondBusy);
  expect([response.statusCode, response.getHeader("Retry-After")]).toEqual([503, 60]);
});
