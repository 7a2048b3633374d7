/** An error that the user can fix: one line, shown without a stack, below the output of a program that failed. */
export class UserError extends Error {
  constructor(message, output = "") {
    super(message);
    this.output = output;
  }
}
