import { Refusal } from "./refusal";

/** Work that takes much of what all share, such as memory: so much of it at once in this process, and one piece for each account. */
export class Places {
  private readonly accounts = new Set<string>();

  /** `what` people are doing, as a noun. */
  constructor(
    private readonly max: number,
    private readonly what: string,
  ) {}

  /** Does the work, or refuses at once: no one waits for the work of others. */
  async use<Result>(account: string, work: () => Promise<Result>): Promise<Result> {
    if (this.accounts.has(account))
      throw busy(`Another ${this.what} of yours is in progress. Try again once it has finished.`);
    if (this.accounts.size >= this.max)
      throw busy(`Too many ${this.what}s are in progress right now. Try again in a minute.`);
    this.accounts.add(account);
    try {
      return await work();
    } finally {
      this.accounts.delete(account);
    }
  }
}

const busy = (message: string) => new Refusal("service_unavailable", message);
