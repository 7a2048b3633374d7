import { routeCheckInHost } from "@/lib/http/check-in-host";
import { closeWhileDraining } from "@/lib/http/drain";
import { refuseForeignOrigin } from "@/lib/http/foreign-origin";
import { normalizeUrl } from "@/lib/http/normalize-url";
import { setPeerHeaders } from "@/lib/http/peer-address";
import { refuseForgedHeaders } from "@/lib/http/proxy-headers";
import type { RequestHook } from "@/lib/http/request-hooks";
import { setSecurityHeaders } from "@/lib/http/security-headers";
import { configureOnce } from "./configure-server";
import { routeDeadLink } from "./dead-links";

/** The hooks of the web process. They run in this order before Next.js handles a request. */
export const REQUEST_HOOKS: RequestHook[] = [
  normalizeUrl,
  // From here on, its requests are those of the folder `/c`.
  routeCheckInHost,
  setSecurityHeaders,
  setPeerHeaders,
  refuseForgedHeaders,
  // After the others, which read the original headers.
  refuseForeignOrigin,
  routeDeadLink,
  configureOnce,
  closeWhileDraining,
];
