import { checkIn } from "@/app/check-in";

/** The path of a job whose token variable is empty. */
const EMPTY_TOKEN = /\/c\/*(?=$|\?)/;

/** What stands before a check-in URL, or before an address of another protocol. */
const FOLDER = /^(?:[a-z]+:\/\/[^/]*)?\/c(?=\/)/;

/** Handles check-ins in the web process, and those of a check-in host that leads to it. */
const handle = (request: Request) =>
  checkIn(request, request.url.replace(EMPTY_TOKEN, "/").replace(FOLDER, ""));

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
