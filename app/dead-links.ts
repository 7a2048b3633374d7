import type { IncomingMessage } from "node:http";
import { readActionToken } from "@/lib/outbox/action-link";

const LINK = /^\/i\/([^/?#]+)\/?(?:[?#]|$)/;

/** Routes a link to an incident that is forged or has expired to a response that costs no page and no query. */
export function routeDeadLink({ request }: { request: Pick<IncomingMessage, "url"> }): void {
  const [, token] = LINK.exec(request.url ?? "/") ?? [];
  if (token !== undefined && !readActionToken(token, new Date())) request.url = "/dead-link";
}
