import type { Dispatcher } from "undici";
import type { Outgoing, ReceiverResponse } from "@/lib/channel-kinds/kind";
import type { Connection, ReportingRequest } from "./connection";

/** How much of a response is read before the connection is closed. */
const MAX_READ_BYTES = 1_048_576;

/** A request as it is sent: an encrypted body is bytes. */
export type Sendable = Omit<Outgoing, "body"> & { body: string | Uint8Array };

/**
 * The response, whose `text` is its beginning; or the error that broke it off, after its status had arrived or before. `isStale`: the
 * connection had been used before and was closed without a response, so that the receiver may not have seen the request.
 */
export type Exchanged =
  | { status: number; headers: ReceiverResponse["headers"]; text: string }
  | { status: number | null; error: Error; isStale: boolean };

/** Sends a request and reads the response. Never rejects. */
export const exchange = (
  dispatcher: Dispatcher,
  request: Sendable,
  limits: { timeoutMs: number; maxKeptBytes: number },
): Promise<Exchanged> => new Exchange(limits).run(dispatcher, request);

type IncomingHeaders = Record<string, string | string[] | undefined>;

/** If a header is sent several times, the first counts. */
const singleHeaders = (headers: IncomingHeaders): ReceiverResponse["headers"] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );

class Exchange implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private connection: Connection | undefined;
  private aborted: Error | undefined;
  private status: number | null = null;
  private headers: IncomingHeaders = {};
  private readonly chunks: Buffer[] = [];
  private readBytes = 0;
  private resolve: (exchanged: Exchanged) => void = () => {};
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly limits: { timeoutMs: number; maxKeptBytes: number }) {}

  run(dispatcher: Dispatcher, { url, method, headers, body }: Sendable): Promise<Exchanged> {
    const { origin, pathname, search } = new URL(url);
    const request: ReportingRequest = {
      origin,
      path: pathname + search,
      method,
      headers,
      body,
      onConnection: (connection) => {
        this.connection = connection;
      },
    };
    return new Promise((resolve) => {
      this.resolve = resolve;
      this.timer = setTimeout(() => this.timeOut(), this.limits.timeoutMs);
      dispatcher.dispatch(request, this);
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.aborted) controller.abort(this.aborted);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHeaders): void {
    // The response itself follows one with a status below 200.
    if (status < 200) return;
    this.status = status;
    this.headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    const { maxKeptBytes } = this.limits;
    if (this.readBytes < maxKeptBytes) this.chunks.push(chunk.subarray(0, maxKeptBytes - this.readBytes));
    this.readBytes += chunk.length;
    if (this.readBytes <= Math.max(MAX_READ_BYTES, maxKeptBytes)) return;
    this.respond();
    this.abort(new Error("The response is too long."));
  }

  onResponseEnd(): void {
    this.connection?.responded();
    this.respond();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  private timeOut() {
    const error = new DOMException("The operation was aborted due to timeout", "TimeoutError");
    this.fail(error);
    this.abort(error);
  }

  /** At once, or as soon as a connection is open. */
  private abort(error: Error) {
    this.aborted = error;
    this.controller?.abort(error);
  }

  private respond() {
    if (this.status === null) throw new Error("A response has a status.");
    const text = Buffer.concat(this.chunks).toString("utf8");
    this.end({ status: this.status, headers: singleHeaders(this.headers), text });
  }

  private fail(error: Error) {
    const isStale = this.status === null && this.connection?.isStale() === true;
    this.end({ status: this.status, error, isStale });
  }

  private end(exchanged: Exchanged) {
    clearTimeout(this.timer);
    this.resolve(exchanged);
  }
}
