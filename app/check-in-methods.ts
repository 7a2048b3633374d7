import { checkIn } from "./check-in";

const handle = (request: Request) => checkIn(request);

/** The handlers of every route that takes check-ins of other protocols. */
export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
