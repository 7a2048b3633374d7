import { serveBadge } from "@/lib/status-pages/serve-badge";
import { GET as respondToOthers } from "../[...path]/route";

/** A badge of this case. Any other name is left to the badges of the Healthchecks API, which know when there is none. */
const handle = async (request: Request, { params }: { params: Promise<{ file: string }> }) =>
  (await serveBadge((await params).file, new Date())) ?? respondToOthers(request);

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../[...path]/route";
export { handle as GET, handle as HEAD };
