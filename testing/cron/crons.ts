/** Scripts of bash for a sandbox, which install and start a cron, and write and print the crontab of root. */
type Cron = {
  name: string;
  install: string;
  /** What must run before crontabs can be written. */
  services: string;
  start: string;
  process: string;
  writeOwn: string;
  printOwn: string;
};

const SPOOL = "/var/spool/cron/crontabs/root";

/** The crons of a folder that has packages unpacked in it, a busybox, and `own`, the crontab of root. */
export const cronsIn = (folder: string) => {
  const packages = `${folder}/packages-of-debian/usr`;
  const ownFile = {
    services: "",
    writeOwn: `cp ${folder}/own ${SPOOL}; chmod 600 ${SPOOL}`,
    printOwn: `cat ${SPOOL}`,
  };
  return {
    debian: { name: "Debian’s cron", install: "", start: "cron -f", process: "cron", ...ownFile },
    bcron: {
      name: "bcron",
      // Users without a home are its own case: nobody stays one of them.
      install: `
rm -f /usr/sbin/cron; cp ${packages}/sbin/bcron-* /usr/sbin/; cp -a ${packages}/bin/* /usr/local/bin/
mkdir -p /var/spool/cron/tmp; chmod 755 /var/spool/cron; chown -R nobody /var/spool/cron
sed -i -E '/^(root|nobody):/!s#:[^:]*:([^:]*)$#:/tmp:\\1#' /etc/passwd`,
      services: `
export LD_LIBRARY_PATH=${packages}/lib BCRON_USER=nobody
unixserver -u 65534 -g 65534 /var/run/bcron-spool bcron-spool 2> /dev/null &
for i in $(seq 50); do [ -S /var/run/bcron-spool ] && break; sleep 0.1; done`,
      start: "bcron-start",
      process: "bcron-sched",
      writeOwn: `crontab -u root ${folder}/own 2> /dev/null`,
      printOwn: "crontab -u root -l",
    },
    busybox: {
      name: "busybox crond",
      install: `rm -f /usr/sbin/cron; cp ${folder}/busybox /usr/sbin/busybox; ln -sf busybox /usr/sbin/crond`,
      start: "crond -f -l 9 -c /var/spool/cron/crontabs",
      process: "crond",
      ...ownFile,
    },
  } satisfies Record<string, Cron>;
};

/** Runs a cron for some of its minutes, six times as fast, and waits until every job has ended and every report is sent. */
export const runCron = ({ start, process }: Pick<Cron, "start" | "process">, minutes: number): string => `
[ ${process} = bcron-sched ] && { bcron-update /etc/crontab /etc/cron.d & sleep 2; }
env -i PATH=/usr/sbin:/usr/bin:/bin LD_LIBRARY_PATH="$LD_LIBRARY_PATH" BCRON_USER=nobody faketime -f '@2026-11-24 23:59:50 x6' ${start} &
sleep ${minutes * 10}
pkill -o -x ${process}
sleep 1
for i in $(seq 200); do pgrep -f 'rec/bin|tattle.mjs shell|sendmail' > /dev/null || break; sleep 0.3; done
sleep 1
`;
