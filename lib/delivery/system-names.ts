import { readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";

// c-ares asks DNS servers and nothing else. What the system's own resolver would read besides is read here.

/** The addresses of each name in the text of `/etc/hosts`. */
export function parseHosts(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (!isIP(address)) continue;
    for (const name of names.map(canonical)) hosts.set(name, [...(hosts.get(name) ?? []), address]);
  }
  // Some images have no such file.
  if (!hosts.has("localhost")) hosts.set("localhost", ["127.0.0.1", "::1"]);
  return hosts;
}

/** The search domains in the text of `/etc/resolv.conf`, as in a Kubernetes pod. */
export const parseSearchDomains = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .findLast(([keyword = ""]) => keyword === "search" || keyword === "domain")
    ?.slice(1)
    .filter((domain) => domain !== ".") ?? [];

/** The names to ask for, in this order. A name with a dot is tried as it is first, so that no search domain can shadow it. */
export function fullNames(hostname: string, searchDomains: string[]): string[] {
  if (hostname.endsWith(".")) return [hostname];
  const longer = searchDomains.map((domain) => `${hostname}.${domain}`);
  return hostname.includes(".") ? [hostname, ...longer] : [...longer, hostname];
}

const canonical = (hostname: string) => hostname.toLowerCase().replace(/\.$/, "");

/** Reads a small file again whenever it has changed. A missing file is empty. Without the thread pool, which others use. */
function parsedFile<Value>(file: string, parse: (text: string) => Value): () => Value {
  let readAt: number | undefined;
  let value = parse("");
  return () => {
    const modifiedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (modifiedAt !== readAt) value = parse(modifiedAt === undefined ? "" : readFileSync(file, "utf8"));
    readAt = modifiedAt;
    return value;
  };
}

const hosts = parsedFile("/etc/hosts", parseHosts);

/** The addresses of a name by `/etc/hosts`, if it is there. */
export const addressesInHosts = (hostname: string): string[] => hosts().get(canonical(hostname)) ?? [];

/** The search domains of this machine. */
export const searchDomains = parsedFile("/etc/resolv.conf", parseSearchDomains);
