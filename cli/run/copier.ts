import { spawn } from "node:child_process";
import { closeSync, readSync, write } from "node:fs";
import { Socket, type SocketConstructorOpts } from "node:net";
import { type Pipe, withPrograms } from "./pipes";
import type { Tail } from "./tail";

const CHUNK_BYTES = 65_536;
const RETRY_MS = 5;

/** Copies what a job prints into a pipe to a descriptor of the caller, and keeps its tail. */
export class Copier {
  readonly #pipe: Pipe;
  readonly #target: number;
  readonly #tail: Tail;
  #socket: Socket | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(pipe: Pipe, target: number, tail: Tail) {
    this.#pipe = pipe;
    this.#target = target;
    this.#tail = tail;
  }

  /** Begins to copy, once the job has its end of the pipe. */
  start(): void {
    closeSync(this.#pipe.writeEnd);
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    // While the caller does not read, nothing more is read, and the job waits as it would without us.
    const callback = (bytes: number) => {
      this.#writing = this.#pass(buffer.subarray(0, bytes)).then(() => {
        this.#socket?.resume();
      });
      return false;
    };
    const options: SocketConstructorOpts = { fd: this.#pipe.readEnd, readable: true, writable: false };
    const socket = new Socket({ ...options, onread: { buffer, callback } } as SocketConstructorOpts);
    this.#socket = socket;
    socket
      .on("error", () => {})
      .once("close", () => {
        this.#socket = null;
      })
      .resume();
  }

  /** If no one reads anymore, the pipe is closed, so that the job gets SIGPIPE as it would without us. */
  async #pass(chunk: Buffer): Promise<void> {
    this.#tail.add(chunk);
    if (!(await writeAll(this.#target, chunk))) this.#close();
  }

  #close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  /**
   * Passes on what the job has left in the pipe when it ended. If a process that it has started holds the pipe open, `cat` copies on
   * for as long as that one prints, and no one waits for it.
   */
  async finish(): Promise<void> {
    const socket = this.#socket;
    this.#socket = null;
    socket?.pause();
    await this.#writing;
    if (!socket || socket.destroyed) return;
    this.#socket = socket;
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let bytes = readNow(this.#pipe.readEnd, chunk);
    for (; bytes && this.#socket; bytes = readNow(this.#pipe.readEnd, chunk))
      await this.#pass(chunk.subarray(0, bytes));
    if (bytes === null && this.#socket) copyOn(this.#pipe.readEnd, this.#target);
    this.#close();
  }
}

/** How many bytes were read; 0 at the end; null if there is nothing now, but someone may still write. */
function readNow(descriptor: number, chunk: Buffer): number | null {
  try {
    return readSync(descriptor, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return null;
    return 0;
  }
}

function copyOn(source: number, target: number): void {
  spawn("cat", [], { stdio: [source, target, "ignore"], detached: true, env: withPrograms() })
    .on("error", () => {})
    .unref();
}

/**
 * Writes to a descriptor of the caller without changing it: `process.stdout` would make its pipe non-blocking for everyone who
 * shares it. Returns false if no one reads it anymore.
 */
async function writeAll(descriptor: number, bytes: Buffer): Promise<boolean> {
  for (let offset = 0; offset < bytes.length; ) {
    const byteCount = await writeSome(descriptor, bytes, offset);
    if (byteCount === null) return false;
    // The caller's pipe does not block, and is full.
    if (byteCount === 0) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    offset += byteCount;
  }
  return true;
}

const writeSome = (descriptor: number, bytes: Buffer, start: number) =>
  new Promise<number | null>((resolve) =>
    write(descriptor, bytes, start, bytes.length - start, null, (error, written) =>
      resolve(!error ? written : error.code === "EAGAIN" ? 0 : null),
    ),
  );
