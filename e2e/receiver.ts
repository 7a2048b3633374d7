import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect } from "@playwright/test";
import { Webhook } from "standardwebhooks";

type ReceivedRequest = { headers: IncomingHttpHeaders; body: string };

/** A webhook receiver, as a user would run one. */
export class Receiver {
  private readonly requests: ReceivedRequest[] = [];
  private response = { status: 204, body: "" };
  private readonly server = createServer(async (request, response) => {
    const body = await text(request);
    this.requests.push({ headers: request.headers, body });
    response.writeHead(this.response.status).end(this.response.body);
  });

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** From now on, the response to every request. */
  respond(status: number, body: string): void {
    this.response = { status, body };
  }

  latest = (): ReceivedRequest | undefined => this.requests.at(-1);

  /** Waits for `count` events, each once and signed with the secret, and returns their snitches. */
  async events(count: number, secret: string) {
    await expect.poll(() => this.requests.length).toBe(count);
    expect(new Set(this.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(count);
    return this.requests.map(({ headers, body }) => {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      const { type, data } = JSON.parse(body);
      return `${type}: ${data.snitch.previous_status} → ${data.snitch.status}`;
    });
  }
}
