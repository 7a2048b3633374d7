import { expect, test } from "vitest";
import { nameJob } from "./job-name";

test.each([
  ["/usr/bin/backup --all", "backup"],
  ["cd /srv/app && ./bin/sync.sh >/dev/null 2>&1", "sync"],
  [
    "  [ -x /usr/lib/php/sessionclean ] && if [ ! -d /run/systemd/system ]; then /usr/lib/php/sessionclean; fi",
    "sessionclean",
  ],
  ["test -e /run/systemd/system || SERVICE_MODE=1 /usr/lib/e2fsprogs/e2scrub_all_cron", "e2scrub_all_cron"],
  [
    "test -x /usr/bin/certbot -a \\! -d /run/systemd/system && perl -e 'sleep int(rand(43200))' && certbot -q renew",
    "certbot",
  ],
  ["flock -n /tmp/lock nice -n 10 python3 /srv/report.py daily", "report"],
  ["python3 -m app.jobs.cleanup", "app.jobs.cleanup"],
  ["timeout 5m /opt/x.rb", "x"],
  ["sudo -u www-data php /srv/artisan schedule:run", "artisan schedule:run"],
  ["/bin/bash -c 'cd /srv && make nightly'", "make"],
  ["docker exec db pg_dump", "docker exec"],
  ["pg_dump shop | gzip > /backup/shop.gz", "pg_dump"],
  ["curl -fsS https://example.com/cron", "curl"],
  ["* weird", "* weird".split(" ")[0]],
  ["if [ -x /x ] && [ $(date +%d) -le 7 ]; then /usr/share/mdadm/checkarray --cron --all; fi", "checkarray"],
  ["dir=$(sed -n '1p' /etc/x | tail -1); cleanup $dir", "cleanup"],
  ["", ""],
  ["cd /", ""],
])("the job of “%s” is called “%s”", (command, name) => {
  expect(nameJob(command)).toBe(name);
});
