import { openThread, type ThreadName } from "./thread";

type Waiting<Result> = {
  resolve: (result: Result | "too late") => void;
  reject: (error: Error) => void;
  timeout: NodeJS.Timeout;
};

/**
 * A thread that answers one question after another, and ends when none has come for a while: for a program whose data takes time to
 * load and much memory. However many ask at the same time, that is in memory once.
 */
export class SharedThread<Question, Result> {
  private readonly waiting = new Map<number, Waiting<Result>>();
  private worker: ReturnType<typeof openThread> | null = null;
  private idle: NodeJS.Timeout | undefined;
  private asked = 0;

  constructor(
    private readonly name: ThreadName,
    private readonly limits: { ms: number; idleMs: number; heapMb: number },
  ) {}

  /** Throws what the program throws. “too late” after the limit of time, which includes the questions before. */
  ask(question: Question): Promise<Result | "too late"> {
    clearTimeout(this.idle);
    this.worker ??= this.open();
    this.asked += 1;
    const id = this.asked;
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => this.end(), this.limits.ms);
      this.waiting.set(id, { resolve, reject, timeout });
      this.worker?.postMessage({ id, question });
    });
  }

  private open() {
    const worker = openThread(this.name, undefined, this.limits.heapMb)
      .on("message", ({ id, response: result }: { id: number; response: Result }) => this.settle(id, result))
      .once("error", (error) => this.worker === worker && this.end(error));
    // It does not keep the process alive.
    worker.unref();
    return worker;
  }

  private settle(id: number, result: Result): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    clearTimeout(waiting?.timeout);
    waiting?.resolve(result);
    if (this.waiting.size === 0) this.idle = setTimeout(() => this.end(), this.limits.idleMs).unref();
  }

  /** Ends the thread. Who waits for it is too late, or gets the error. */
  private end(error?: Error): void {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.worker?.terminate();
    this.worker = null;
    for (const { timeout, resolve, reject } of waiting) {
      clearTimeout(timeout);
      if (error) reject(error);
      else resolve("too late");
    }
  }
}
