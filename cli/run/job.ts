/** A program, found as `execvp` finds it, and its arguments. `env`: its environment, if it isn't ours. */
export type Job = { file: string; args: string[]; env?: NodeJS.ProcessEnv };
