import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { UserError } from "@/lib/platform/user-error.mjs";
import { findMissing, Sandbox } from "@/testing/cron/sandbox";
import { onShutdown } from "../shutdown.mjs";
import { type Recording, readRecording } from "./draw-recording";

const CRONTAB = `MAILTO=""
* * * * * root /srv/shop/sync-orders
0 3 * * * root /srv/shop/backup
30 4 * * 1 root /srv/shop/weekly-report --mail
`;
const SYNC = `#!/bin/sh
echo "Reading 1,204 orders"
echo "orders.csv: No space left on device" >&2
exit 1
`;
/** The commands typed. Cron runs a job about a minute later. */
const SHOWN = `stty cols 110 rows 40
enter() { printf '\\033[1m$ %s\\033[0m\\n' "$1"; sleep 1; eval "$1"; sleep 2; }
enter 'cat /etc/cron.d/shop'
enter 'tattle discover --apply'
cron -f > /dev/null 2>&1 &
printf '\\033[2m# A minute later\\033[0m\\n'
until tattle list --status errored --json | grep -q .; do sleep 1; done
enter 'tattle list'
enter 'tattle incidents'
kill %1
`;

/** Records a terminal of a machine of its own, whose crontab gets watched and of which a job then fails, with what the server offers there. */
export async function recordTerminal(appUrl: string, key: string): Promise<Recording> {
  const missing = findMissing();
  if (missing) throw new UserError(`A terminal can only be recorded with ${missing}.`);
  const folder = mkdtempSync(path.join(tmpdir(), "tattle-terminal-"));
  onShutdown(async () => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const at = (name: string) => path.join(folder, name);
  writeFileSync(at("crontab"), CRONTAB);
  writeFileSync(at("sync-orders"), SYNC, { mode: 0o755 });
  writeFileSync(at("shown"), SHOWN);
  await new Sandbox(folder).run(
    `rm -f /etc/cron.d/* /etc/cron.*/* /etc/systemd/system/timers.target.wants/*
printf 'SHELL=/bin/sh\\n' > /etc/crontab; cp ${at("crontab")} /etc/cron.d/shop
mkdir /srv/shop; cp ${at("sync-orders")} /srv/shop/sync-orders; for job in backup weekly-report; do ln -s /bin/true /srv/shop/$job; done
curl -fsS ${appUrl}/cli/install.sh | sh > /dev/null
hostname db7
script --quiet --command 'bash ${at("shown")}' --log-out ${at("output")} --log-timing ${at("timing")} > /dev/null`,
    { TATTLE_URL: appUrl, TATTLE_KEY: key, TERM: "xterm-256color" },
  );
  return readRecording(withoutHead(readFileSync(at("output"))), readFileSync(at("timing"), "utf8"));
}

/** `script` writes a line of its own first, which it does not time. */
const withoutHead = (output: Buffer) => output.subarray(output.indexOf("\n") + 1);
