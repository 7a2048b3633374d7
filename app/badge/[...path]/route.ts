import { serveBadge } from "@/lib/protocols/healthchecks/management/badges";

const handle = (request: Request) => serveBadge(request, new Date());

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
