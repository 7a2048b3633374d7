const NAME = /^[A-Za-z0-9._:-]{1,253}$/;

/** Whether the host of a run names a machine. Anyone who has a check-in URL chooses it. */
export const isMachineName = (host: string): boolean => NAME.test(host);

const PROGRAM = /^tattle\/([\w.+-]{1,40})/;

/** The version of the program along with a job that sent a request; empty if something else did. */
export const versionOfProgram = (userAgent: string): string => PROGRAM.exec(userAgent)?.[1] ?? "";
