/** The space of a disk. */
export type DiskSpace = { freeBytes: number; sizeBytes: number };

const MIN_FREE = 0.1;
/** More than the minimum, so that a disk at the limit does not get low again and again. */
const RECOVERED_FREE = 0.12;

/** Whether a disk is almost full: less than a tenth is free, or was and not much more is now. */
export function isLow({ freeBytes, sizeBytes }: DiskSpace, wasLow: boolean): boolean {
  return freeBytes < sizeBytes * (wasLow ? RECOVERED_FREE : MIN_FREE);
}

/** Rounded down, so that a disk below the limit is not shown as one at it. */
export const freePercent = ({ freeBytes, sizeBytes }: DiskSpace): number =>
  Math.floor((freeBytes / sizeBytes) * 100);

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

/** “51.2 GB”: the units of disks, of 1,000. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1_000 ** power;
  return `${value.toLocaleString("en", { maximumFractionDigits: value < 100 && power > 0 ? 1 : 0 })} ${UNITS[power]}`;
}
