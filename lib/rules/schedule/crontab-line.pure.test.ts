import { expect, test } from "vitest";
import { nameOfCommand, parseCrontabLine } from "./crontab-line";

test.each([
  ["30 7 * * 1-5", "30 7 * * 1-5", null, null, ""],
  ["  30  7 * * MON-FRI   /usr/bin/backup --all ", "30 7 * * MON-FRI", null, null, "/usr/bin/backup --all"],
  [
    "30 7 * * 1-5 root /usr/bin/backup >/dev/null 2>&1",
    "30 7 * * 1-5",
    null,
    "root",
    "/usr/bin/backup >/dev/null 2>&1",
  ],
  ["0 3 * * * cd /srv && ./backup", "0 3 * * *", null, null, "cd /srv && ./backup"],
  ["CRON_TZ=Europe/Riga 30 7 * * * backup", "30 7 * * *", "Europe/Riga", null, "backup"],
  ["TZ=UTC @daily www-data php /srv/cron.php", "@daily", "UTC", "www-data", "php /srv/cron.php"],
  [
    "*/5 * * * * curl https://example.com # keep alive",
    "*/5 * * * *",
    null,
    null,
    "curl https://example.com",
  ],
])("%s", (line, schedule, zone, user, command) => {
  expect(parseCrontabLine(line)).toEqual({ schedule, zone, user, command });
});

test.each(["", "Mon..Fri 07:30", "every 45 minutes", "# 30 7 * * * old", "MAILTO=root", "30 7 * *"])(
  "%s is not a line of a crontab",
  (line) => {
    expect(parseCrontabLine(line)).toBeNull();
  },
);

test.each([
  ["/usr/bin/backup --all", "backup"],
  ["sudo -n /opt/sync.sh", "sync"],
  ["python3 /srv/report.py daily", "report"],
  ["PATH=/bin cleanup", "cleanup"],
  ["cd /srv/shop && ./backup.sh --all", "backup"],
  ["", ""],
])("the job of “%s” is called “%s”", (command, name) => {
  expect(nameOfCommand(command)).toBe(name);
});
