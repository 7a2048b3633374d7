import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

/** What each job has seen, and what cron has mailed. */
export type Recorded = { jobs: string[]; mails: string[] };

const SHELLS = ["bin/sh", "bin/bash"];

/** Programs that stand in place of shells and of sendmail, and write down what they are given. `folder`: where all users can read them. */
export class Recorder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    cpSync("testing/cron/recorder.pl", this.#at("recorder.pl"));
    chmodSync(this.#at("recorder.pl"), 0o755);
    for (const shell of SHELLS) {
      mkdirSync(path.dirname(this.shell(shell)), { recursive: true });
      symlinkSync(this.#at("recorder.pl"), this.shell(shell));
    }
    const text = `#!/bin/sh\ncat > $(mktemp -p $(cat ${this.#at("phase")}) mail.XXXXXX)\n`;
    writeFileSync(this.#at("sendmail"), text, { mode: 0o755 });
  }

  #at(...names: string[]): string {
    return path.join(this.#folder, ...names);
  }

  /** What stands in place of a shell. */
  shell(name: string): string {
    return this.#at("rec", name);
  }

  /** Puts them into a sandbox. */
  get install(): string {
    const shells = SHELLS.map((shell) => this.shell(shell)).join("\\n");
    return `cp ${this.#at("sendmail")} /usr/sbin/sendmail; printf '${shells}\\n' >> /etc/shells`;
  }

  /** From now on, everything is written into a new folder, which is returned. */
  begin(name: string): string {
    const place = mkdtempSync(this.#at(`${name}-`));
    chmodSync(place, 0o777);
    writeFileSync(this.#at("phase"), `${place}\n`);
    return place;
  }
}

/** Only the headers of a mail name the line that we have added. busybox hands its own variables to jobs, and with them those of faketime. */
export function readRecorded(place: string): Recorded {
  const names = readdirSync(place).sort();
  const read = (name: string) => readFileSync(path.join(place, name), "utf8");
  const isMail = (name: string) => name.startsWith("mail.");
  const mails = names
    .filter(isMail)
    .map((name) => read(name).replace(/^(X-Cron-Env: <SHELL=|Date:|Message-ID:).*$/gm, ""));
  const jobs = names
    .filter((name) => !isMail(name))
    .map((name) => read(name).replace(/FAKETIME_SHARED=[^|\n]*/, ""));
  return { jobs, mails: [...new Set(mails)].sort() };
}
