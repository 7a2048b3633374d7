/** A reason to stop that the person who started us can do something about: one line, without a stack. */
export class Stop extends Error {
  constructor(message, output) {
    super(message);
    /** What a tool said before it failed, to be shown above the line. */
    this.output = output;
  }
}
