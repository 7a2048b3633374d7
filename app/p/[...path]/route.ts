import { checkIn } from "@/app/check-in";

const handle = (request: Request) => checkIn(request);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
