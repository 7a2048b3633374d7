import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { createTransport, type SendMailOptions } from "nodemailer";
import type { SMTPServer } from "smtp-server";

/** A client that sends what a test gives it, byte by byte. */
export class SmtpClient {
  private received = "";

  private constructor(private readonly socket: Socket) {
    socket.setEncoding("latin1").on("data", (text) => {
      this.received += text;
    });
    socket.on("error", () => {});
  }

  /** Connects, and waits for the greeting. */
  static async open(port: number): Promise<SmtpClient> {
    const client = new SmtpClient(connect(port, "127.0.0.1"));
    await client.receive();
    return client;
  }

  /** Sends a line, and returns the response to it. */
  async say(line: string): Promise<string> {
    this.write(`${line}\r\n`);
    return this.receive();
  }

  write(text: string): void {
    this.socket.write(text, "latin1");
  }

  /** The next response, with all its lines; what there is of it if the server closes the connection. */
  async receive(): Promise<string> {
    for (;;) {
      const match = /^(?:\d{3}-.*\r\n)*\d{3}(?: .*)?\r\n/.exec(this.received);
      if (match || this.socket.closed) {
        const response = match?.[0] ?? this.received;
        this.received = this.received.slice(response.length);
        return response.trimEnd();
      }
      const waiting = new AbortController();
      const { signal } = waiting;
      await Promise.race([once(this.socket, "data", { signal }), once(this.socket, "close", { signal })]);
      waiting.abort();
    }
  }

  /** Says who sends a message to whom. Returns the response to the last recipient. */
  async address(from: string, ...to: string[]): Promise<string> {
    await this.say("EHLO client.example");
    await this.say(`MAIL FROM:<${from}>`);
    let response = "";
    for (const one of to) response = await this.say(`RCPT TO:<${one}>`);
    return response;
  }

  /** Sends a message to recipients that were accepted. Returns the response to it. */
  async data(message: string): Promise<string> {
    await this.say("DATA");
    return this.say(`${message}\r\n.`);
  }

  close(): void {
    this.socket.destroy();
  }
}

/** The port of a server that listens. */
export const portOf = ({ server }: SMTPServer) => (server.address() as AddressInfo).port;

/** Sends an email as a program with nodemailer does. Returns the server's last response, also if it is an error. */
export async function sendEmail(
  port: number,
  options: SendMailOptions,
  { requireTLS = false } = {},
): Promise<string> {
  const tls = { rejectUnauthorized: false };
  const transport = createTransport({ host: "127.0.0.1", port, secure: false, requireTLS, tls });
  try {
    const sent = await transport.sendMail({ from: "cron@backup.example", ...options });
    return sent.response;
  } catch (error) {
    return (error as { response?: string }).response ?? String(error);
  } finally {
    transport.close();
  }
}
