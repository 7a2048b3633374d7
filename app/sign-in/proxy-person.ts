import { headers } from "next/headers";
import { type ProxyPerson, readProxyPerson } from "@/lib/people/users/proxy-person";

/** Who the proxy in front of Tattle says that sends the current request. Null without such a proxy. */
export async function currentProxyPerson(): Promise<ProxyPerson | null> {
  const requestHeaders = await headers();
  return readProxyPerson((name) => requestHeaders.get(name));
}
