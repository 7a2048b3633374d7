import ipaddr from "ipaddr.js";
import { env } from "@/lib/platform/env";

const { origin, hostname, protocol } = new URL(env.APP_URL);

/** What passkeys belong to, as WebAuthn calls it: they work on pages of this host only. */
export const RELYING_PARTY = { id: hostname, name: "Tattle", origin };

/** Whether browsers allow passkeys at `APP_URL`: with https or on this machine, and by a name, not by an address. */
export const ALLOWS_PASSKEYS =
  (protocol === "https:" || /^(.+\.)?localhost$/.test(hostname)) &&
  !ipaddr.isValid(hostname.replace(/[[\]]/g, ""));
