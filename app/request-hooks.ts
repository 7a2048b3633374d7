import { normalizeUrl } from "@/lib/http/normalize-url";
import { setPeerHeader } from "@/lib/http/peer-address";
import type { RequestHook } from "@/lib/http/request-hooks";
import { setSecurityHeaders } from "@/lib/http/security-headers";
import { configureOnce } from "./configure-server";

/** What the web process does with every request before Next.js sees it, in this order. */
export const REQUEST_HOOKS: RequestHook[] = [normalizeUrl, setSecurityHeaders, setPeerHeader, configureOnce];
