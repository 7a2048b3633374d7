import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";
import ipaddr from "ipaddr.js";

/** What a DNS server says about a name: its addresses, that there is no such name, that it failed, or nothing. */
type DnsResponse = string[] | "not found" | "failed" | "mute";

const TYPES = { 1: "ipv4", 28: "ipv6" } as Record<number, string>;
const CODES = { "not found": 3, failed: 2 };
const HEADER_BYTES = 12;

/** A DNS server on loopback. `asked`: the names it was asked for, each once for each family. */
export async function aDnsServer(respondTo: (name: string, family: string) => DnsResponse) {
  const asked: string[] = [];
  const socket = createSocket("udp4", (query, { port, address }) => {
    const { name, type, question } = readQuestion(query);
    asked.push(name);
    const response = respondTo(name, TYPES[type] ?? "");
    if (response !== "mute") socket.send(responseTo(query, question, type, response), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${(socket.address() as AddressInfo).port}`;
  return { address, asked, close: () => socket.close() };
}

function readQuestion(query: Buffer) {
  const labels: string[] = [];
  let offset = HEADER_BYTES;
  for (let length = query[offset] ?? 0; length > 0; length = query[offset] ?? 0) {
    labels.push(query.toString("latin1", offset + 1, offset + 1 + length));
    offset += 1 + length;
  }
  const question = query.subarray(HEADER_BYTES, offset + 5);
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(offset + 1), question };
}

function responseTo(query: Buffer, question: Buffer, type: number, response: Exclude<DnsResponse, "mute">) {
  const addresses = Array.isArray(response) ? response.map((address) => ipaddr.parse(address)) : [];
  const records = addresses
    .filter((address) => address.kind() === TYPES[type])
    .map((address) => buildRecord(type, Buffer.from(address.toByteArray())));
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (Array.isArray(response) ? 0 : CODES[response]), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question, ...records]);
}

/** A record about the name in the question, valid for a minute. */
const buildRecord = (type: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]), data]);
