import { createHash } from "node:crypto";
import { env } from "@/lib/platform/env";
import { emailAddress } from "./input";

/** Who the proxy in front of Tattle says that a person is. `identity` is the same as long as it says the same. */
export type ProxyPerson = {
  /** What the header says, for a message. */
  given: string;
  /** Null if it is not an email address. */
  email: string | null;
  /** Null if the proxy does not say any. */
  groups: string[] | null;
  identity: string;
};

type ReadHeader = (name: string) => string | null | undefined;

/** Null without such a proxy, and without its header. `lib/http/proxy-headers.ts` has refused those of others. */
export function readProxyPerson(readHeader: ReadHeader): ProxyPerson | null {
  const { AUTH_PROXY_USER_HEADER: userHeader, AUTH_PROXY_GROUPS_HEADER: groupsHeader } = env;
  const userName = userHeader && decode(readHeader(userHeader)).trim();
  if (!userName) return null;
  const email = emailAddress.safeParse(userName).data ?? null;
  const groups = groupsHeader ? splitGroups(decode(readHeader(groupsHeader))) : null;
  const digest = createHash("sha256").update(JSON.stringify([email ?? userName, groups?.toSorted()]));
  return { given: userName, email, groups, identity: digest.digest("hex") };
}

/** Node.js reads the bytes of a header as Latin-1; proxies write UTF-8. */
const decode = (value: string | null | undefined) => Buffer.from(value ?? "", "latin1").toString("utf8");

const splitGroups = (text: string) => [...new Set(text.split(",").flatMap((group) => group.trim() || []))];
