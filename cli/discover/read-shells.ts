import path from "node:path";
import { isExecutable } from "../executable";
import { isOnlyRoots } from "../owners";
import { DEFAULT_SHELL } from "./crontab";

/** The characters of a path that mean nothing to a shell, to cron or to the name of a file. */
const PLAIN_PATH = /^(\/[A-Za-z0-9_+][A-Za-z0-9._+-]*)+$/;

/**
 * The shells that a crontab may name: those of /etc/shells that only root can change, and /bin/sh. Any other name is the word of the person who
 * wrote the crontab, and root runs what `discover --apply` writes. `text`: the content of /etc/shells.
 */
export function readShells(text: string, root: string): ReadonlySet<string> {
  const isShell = (shell: string) =>
    PLAIN_PATH.test(shell) && isOnlyRoots(shell, root) && isExecutable(path.join(root, shell));
  return new Set([DEFAULT_SHELL, ...text.split("\n").filter(isShell)]);
}
