import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { remember } from "@epic-web/remember";

/** What Next.js says of an action that it does not have, and of a body that is none, with lines of its own among ours. */
const OF_A_BODY =
  /^(?:Failed to find Server Action|The Server Reference ID|Invalid Server Actions request|Multipart: |Connection closed\.$|Failed to parse body as FormData)/;

/** Where an error comes from if no line of ours has run: Next.js itself, and Node.js. */
const OF_NEXT = /next[\\/]dist[\\/]compiled[\\/]|\(?node:|<anonymous>/;

const RETRY_AFTER_SECONDS = 60;

// Next.js loads this module more than once.
const requests = remember(
  "tattle.held-requests",
  () => new AsyncLocalStorage<{ response: ServerResponse; isRead: boolean }>(),
);

/** Lets Next.js have a request with a body, which it responds by this response. */
export const withBody = (response: ServerResponse, pass: () => void): void =>
  requests.run({ response, isRead: false }, pass);

/** Notes that the body of this request was understood: what fails from now on is one of our errors. */
export function noteRead(): void {
  const request = requests.getStore();
  if (request) request.isRead = true;
}

/** Gives the response to this request, which a form shows as any other, the status that programs understand. */
export function respondBusy(): void {
  const response = requests.getStore()?.response;
  if (!response || response.headersSent) return;
  response.statusCode = 503;
  response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
}

/** Whether an error only says that the body of this request isn't one of our forms. Anyone can cause it. */
export function isMisread(error: unknown): error is Error {
  const request = requests.getStore();
  if (!request || request.isRead || !(error instanceof Error)) return false;
  if (OF_A_BODY.test(error.message)) return true;
  const frames = error.stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? [];
  return frames.length > 0 && frames.every((frame) => OF_NEXT.test(frame));
}

/** Next.js writes these errors to the console, with their stacks. */
export function hideMisreadFromConsole(): void {
  for (const level of ["error", "warn"] as const) {
    const write = console[level];
    console[level] = (...parts: unknown[]) => {
      if (!parts.some(isMisread)) write(...parts);
    };
  }
}
