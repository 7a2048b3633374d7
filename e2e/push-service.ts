import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createPushServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { SELF_SIGNED } from "@/testing/self-signed";

type Subscriber = { subtype: string; key: string };

const LOGIN_RESPONSE = 3;
const DATA_MESSAGE = 8;
const PROTOCOL_VERSION = 41;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest >>= 7) bytes.push((rest & 127) | 128);
  return Buffer.from([...bytes, rest]);
}

const sized = (bytes: Buffer) => Buffer.concat([varint(bytes.length), bytes]);

/** A field of Protocol Buffers with text or bytes. */
const field = (number: number, value: string | Buffer) =>
  Buffer.concat([varint((number << 3) | 2), sized(Buffer.from(value))]);

const appData = (key: string, value: string) => field(7, Buffer.concat([field(1, key), field(2, value)]));

/** “All is well”, a device id and its token: `AndroidCheckinResponse`. */
const CHECKED_IN = Buffer.from("0801390100000000000000410100000000000000", "hex");

/**
 * The push service of Chromium’s maker, as far as Chromium and Tattle can see: it registers a browser, takes messages for it by
 * Web Push, and passes them on by the connection that the browser keeps open. Chromium’s sources (google_apis/gcm) say how.
 */
export class PushService {
  /** What it responds to the next messages. 201 passes them on. */
  status = 201;
  private readonly subscribers = new Map<string, Subscriber>();
  private connection: TLSSocket | null = null;

  private readonly registration = createServer((request, response) => this.register(request, response));
  private readonly connections = createTlsServer(SELF_SIGNED, (socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write(Buffer.concat([Buffer.from([PROTOCOL_VERSION, LOGIN_RESPONSE]), sized(field(1, "1"))]));
      this.connection = socket;
    });
  });
  private readonly endpoint = createPushServer(SELF_SIGNED, (request, response) =>
    this.receive(request, response),
  );

  async open(): Promise<void> {
    for (const server of this.servers())
      await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  }

  close(): void {
    this.connection?.destroy();
    for (const server of this.servers()) server.close();
    this.registration.closeAllConnections();
    this.endpoint.closeAllConnections();
  }

  /** Where Tattle finds what Chromium takes for https://…google.com. */
  get origin(): string {
    return `https://127.0.0.1:${portOf(this.endpoint)}`;
  }

  /** Lead Chromium to this service, whose certificate no one has signed. */
  get chromiumArgs(): string[] {
    const registration = `http://127.0.0.1:${portOf(this.registration)}`;
    return [
      `--gcm-checkin-url=${registration}/checkin`,
      `--gcm-registration-url=${registration}/register`,
      `--gcm-mcs-endpoint=https://localhost:${portOf(this.connections)}`,
      "--ignore-certificate-errors",
    ];
  }

  private readonly servers = () => [this.registration, this.connections, this.endpoint];

  private async register(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams((await buffer(request)).toString());
    if (request.url === "/checkin") return void response.end(CHECKED_IN);
    const subtype = form.get("X-subtype") ?? "";
    if (form.get("delete") === "true") {
      for (const [token, subscriber] of this.subscribers)
        if (subscriber.subtype === subtype) this.subscribers.delete(token);
      return void response.end("token=");
    }
    const token = `token-${this.subscribers.size + 1}-${Date.now()}`;
    this.subscribers.set(token, { subtype, key: form.get("sender") ?? "" });
    response.end(`token=${token}`);
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const subscriber = this.subscribers.get(request.url?.split("/").at(-1) ?? "");
    if (!subscriber) return void response.writeHead(410).end();
    if (this.status !== 201) return void response.writeHead(this.status).end();
    // Google’s refuses a key other than that with which the browser subscribed.
    const isOfSubscriber = request.headers.authorization?.endsWith(`k=${subscriber.key}`);
    if (!isOfSubscriber || body.length > 4_096) return void response.writeHead(403).end();
    this.passOn(subscriber, body, String(request.headers["content-encoding"]));
    response.writeHead(201).end();
  }

  private passOn({ subtype, key }: Subscriber, body: Buffer, encoding: string): void {
    const message = Buffer.concat([
      field(3, key),
      field(5, "org.chromium.linux"),
      appData("subtype", subtype),
      appData("content-encoding", encoding),
      field(9, `message-${Date.now()}`),
      field(21, body),
    ]);
    this.connection?.write(Buffer.concat([Buffer.from([DATA_MESSAGE]), sized(message)]));
  }
}

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
