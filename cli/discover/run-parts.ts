/** A call of `run-parts` in a command. */
export type RunPartsCall = { folder: string; options: string[] };

const CALL =
  /(?:^|[\s;&|({])(?:\/usr\/bin\/|\/bin\/)?run-parts((?:[ \t]+-[^\s;&|(){}]+)*)[ \t]+([^\s;&|(){}-][^\s;&|(){}]*)/;

/** The folder whose scripts a command runs, or null if it does not run one. */
export function findRunPartsCall(command: string): RunPartsCall | null {
  const [, options = "", folder] = CALL.exec(command) ?? [];
  if (!folder) return null;
  return {
    folder: folder.replace(/^(["'])(.*)\1$/, "$2").replace(/(?<=.)\/+$/, ""),
    options: options.split(/\s+/).filter(Boolean),
  };
}

const CLASSICAL = /^[A-Za-z0-9_-]+$/;

/** Whether `run-parts` runs a file of this name, if it is executable. */
export const isRunPartsName = (name: string) => CLASSICAL.test(name);

/** With other options, other names count, or an error of one script ends the run of all. */
const PLAIN_OPTIONS = /^(--report|--verbose|-v|--reverse|--umask=\d+|--arg=.*)$/;

/**
 * Whether each script of the call can be run and reported on its own: `tattle` takes the place of a `run-parts` that is found by the
 * PATH. The scripts that tattle-shell writes ask the same question in the shell.
 */
export const canSplit = (command: string, { options }: RunPartsCall) =>
  !/\/run-parts\b/.test(command) && options.every((option) => PLAIN_OPTIONS.test(option));
