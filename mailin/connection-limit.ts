import ipaddr from "ipaddr.js";

/** Ends a connection with a reason that makes the client come again later. */
export type EndConnection = (reason: string) => void;

type Counted = { address: string; network: string; end: EndConnection; isSending: boolean };

const TOO_MANY = "Too many connections from your address";
const FULL = "Too many connections. Try again in a minute";
const MAKES_ROOM = "Too many connections from your network. Try again in a minute";

/**
 * Counts connections, so that no client and no network takes them all. When all are taken, a new one takes the place of a
 * connection of the network with the most, if its own network has fewer: of the oldest without a message, or else of the oldest.
 */
export class ConnectionLimit {
  /** In the order in which they came. */
  private readonly connections = new Map<object, Counted>();

  constructor(private readonly limits: { max: number; maxPerAddress: number }) {}

  /** Counts a connection until `leave`. Returns null, or the reason for which it is refused. */
  enter(connection: object, remoteAddress: string, end: EndConnection): string | null {
    const { address, network } = parsePlaces(remoteAddress);
    if (this.count("address", address) >= this.limits.maxPerAddress) return TOO_MANY;
    if (this.connections.size >= this.limits.max && !this.makeRoom(network)) return FULL;
    this.connections.set(connection, { address, network, end, isSending: false });
    return null;
  }

  /** Does nothing if the connection is not counted. */
  leave(connection: object): void {
    this.connections.delete(connection);
  }

  /** Notes whether a connection is sending a message. */
  setSending(connection: object, isSending: boolean): void {
    const entry = this.connections.get(connection);
    if (entry) entry.isSending = isSending;
  }

  private count(place: "address" | "network", value: string): number {
    let count = 0;
    for (const entry of this.connections.values()) if (entry[place] === value) count += 1;
    return count;
  }

  /** Ends a connection of the network that has most, unless `network` would then have as many. */
  private makeRoom(network: string): boolean {
    const largest = this.largestNetwork();
    if (largest === null || this.count("network", largest) <= this.count("network", network) + 1)
      return false;
    const theirs = [...this.connections].filter(([, entry]) => entry.network === largest);
    const [connection, entry] = theirs.find(([, { isSending }]) => !isSending) ?? theirs[0] ?? [];
    if (!connection || !entry) return false;
    this.connections.delete(connection);
    entry.end(MAKES_ROOM);
    return true;
  }

  private largestNetwork(): string | null {
    const counts = new Map<string, number>();
    for (const { network } of this.connections.values()) counts.set(network, (counts.get(network) ?? 0) + 1);
    const [largest] = [...counts].toSorted(([, one], [, other]) => other - one);
    return largest?.[0] ?? null;
  }
}

/** What one client can have for nothing: an IPv4 address, or 64 bits of IPv6; and what one owner often has. */
const ADDRESS_BITS = { ipv4: 32, ipv6: 64 };
const NETWORK_BITS = { ipv4: 24, ipv6: 48 };

function parsePlaces(remoteAddress: string): { address: string; network: string } {
  if (!ipaddr.isValid(remoteAddress)) return { address: remoteAddress, network: remoteAddress };
  const ip = ipaddr.process(remoteAddress);
  const kind = ip.kind();
  const prefix = (bits: number) =>
    `${(kind === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(`${ip}/${bits}`)}/${bits}`;
  return { address: prefix(ADDRESS_BITS[kind]), network: prefix(NETWORK_BITS[kind]) };
}
