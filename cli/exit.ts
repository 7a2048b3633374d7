/** The exit statuses of `tattle`. `run` and `shell` exit with the status of the job, and with 124, 126 and 127 as `timeout` and `env` do. */
export const EXIT = {
  ok: 0,
  /** The server refused it, or something is wrong; the message says what. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** No address or no key is set, or the server does not accept the key. */
  settings: 3,
  /** The server could not be reached. */
  unreachable: 4,
  timedOut: 124,
  notExecutable: 126,
  notFound: 127,
} as const;

/** The status of a shell for a job that was ended by a signal. */
export const SIGNAL_STATUS = 128;

/** A failure that the user can mend: one line, and the exit status. */
export class CliError extends Error {
  readonly status: number;
  constructor(message: string, status: number = EXIT.failed) {
    super(message);
    this.status = status;
  }
}
