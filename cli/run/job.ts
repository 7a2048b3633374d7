/** What is run: a program, found as `execvp` finds it, and its arguments. `env`: its environment, if it is not ours. */
export type Job = { file: string; args: string[]; env?: NodeJS.ProcessEnv };
