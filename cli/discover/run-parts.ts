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
const LSB = [/^[a-z0-9]+$/, /^_?([a-z0-9_.]+-)+[a-z0-9]+$/, CLASSICAL];
const LEFT_BY_DPKG = /\.dpkg-(old|dist|new|tmp)$/;

/** Whether `run-parts` runs a file of this name, if it is executable. Null if only `run-parts` knows, because of `--regex`. */
export function isRunPartsName(name: string, options: string[] = []): boolean | null {
  if (options.some((option) => option.startsWith("--regex"))) return null;
  if (options.includes("--lsbsysinit"))
    return !LEFT_BY_DPKG.test(name) && LSB.some((allowed) => allowed.test(name));
  return CLASSICAL.test(name);
}

/** cron reads the files of `/etc/cron.d` with these names. */
export const isCronDName = (name: string) => CLASSICAL.test(name);
