import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Debian’s packages whose crontabs are tried: those that have a file in cron.d, and some with scripts for run-parts. */
export const PACKAGES =
  "amavisd-new anacron atop awstats backupninja cacti certbot cron-apt dma e2fsprogs inn2 leafnode logcheck mailman3 mdadm munin munin-node ntpsec php-common roundcube-core rsnapshot sqwebmail sysstat tiger checksecurity debsums exim4-base logrotate locate man-db plocate popularity-contest quota rkhunter spamassassin tripwire webalizer".split(
    " ",
  );

/** Nothing but what a cron reads or is. */
const UNPACK = `dpkg --fsys-tarfile "$1" | tar -x -C "$2" --wildcards './etc/cron*' './usr/*bin/*cron*' './usr/bin/unixserver' './usr/lib/libbg*' 2>/dev/null; true`;

/** Unpacks packages into a folder, without installing them. Returns those that could not be had. */
export function unpackPackages(names: string[], folder: string): string[] {
  const files = path.join(folder, "..", "packages");
  mkdirSync(files, { recursive: true });
  mkdirSync(folder, { recursive: true });
  const download = (wanted: string[]) =>
    spawnSync("apt-get", ["download", ...wanted], { cwd: files, stdio: "ignore" }).status === 0;
  if (!download(names)) for (const name of names) download([name]);
  return names.filter((name) => {
    const file = readdirSync(files).find((each) => each.startsWith(`${name}_`));
    if (file) execFileSync("sh", ["-c", UNPACK, "sh", path.join(files, file), folder]);
    return file === undefined;
  });
}

const OPTIONS = [
  "CROND",
  "FEATURE_CROND_D",
  "FEATURE_CROND_CALL_SENDMAIL",
  "FEATURE_CROND_SPECIAL_TIMES",
  "LONG_OPTS",
];

const BUILT = "node_modules/.cache/tattle/busybox-crond";

/**
 * Puts a busybox with nothing but its crond into a folder, built once from Debian’s source: the crond of its package busybox-static crashes,
 * because it cannot look up users. Null if it cannot be built here.
 */
export function installBusyboxCron(folder: string): string | null {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(BUILT)) {
    const program = buildBusyboxCron(folder);
    if (!program) return null;
    mkdirSync(path.dirname(BUILT), { recursive: true });
    copyFileSync(program, BUILT);
  }
  const program = path.join(folder, "busybox");
  copyFileSync(BUILT, program);
  return program;
}

function buildBusyboxCron(folder: string): string | null {
  mkdirSync(path.join(folder, "lists", "partial"), { recursive: true });
  const sources = path.join(folder, "sources.list");
  writeFileSync(sources, "deb-src http://deb.debian.org/debian bookworm main\n");
  const apt = [
    `Dir::Etc::sourcelist=${sources}`,
    "Dir::Etc::sourceparts=/dev/null",
    `Dir::State::lists=${folder}/lists`,
  ].flatMap((option) => ["-o", option]);
  const steps = [
    `apt-get ${apt.join(" ")} update && apt-get ${apt.join(" ")} source --download-only busybox`,
    "tar xf busybox_*.orig.tar.* && cd busybox-*/ && make allnoconfig",
    `cd busybox-*/ && for option in ${OPTIONS.join(" ")}; do sed -i "s/^# CONFIG_$option is not set/CONFIG_$option=y/" .config; done && echo 'CONFIG_FEATURE_CROND_DIR="/var/spool/cron"' >> .config`,
    "cd busybox-*/ && (yes '' | make oldconfig) && make -j2 && cp busybox ..",
  ];
  for (const step of steps)
    if (spawnSync("sh", ["-c", step], { cwd: folder, stdio: "ignore" }).status !== 0) return null;
  const program = path.join(folder, "busybox");
  return existsSync(program) ? program : null;
}
