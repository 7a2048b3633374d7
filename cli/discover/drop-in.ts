import { MARK } from "./own-file";
import { quoteForSystemd } from "./systemd-quoting";
import type { Program } from "./tattle-shell";

/** The drop-in that has systemd report the runs of a service: its start before it, and how it ended after it. */
export const dropIn = ({ command, certificates }: Program, state: string): string => {
  const start =
    certificates === null ? command : ["/usr/bin/env", `NODE_EXTRA_CA_CERTS=${certificates}`, ...command];
  const program = [...start, "unit", "--state", state].map(quoteForSystemd).join(" ");
  return `# ${MARK} The - means that the service does not care whether it works, and the
# + that it runs as root, whoever the service runs as: the key is root's.
[Service]
ExecStartPre=-+${program} start %n
ExecStopPost=-+${program} stop %n
`;
};
