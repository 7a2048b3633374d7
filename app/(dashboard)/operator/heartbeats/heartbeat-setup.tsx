import { Markdown } from "@/app/docs/markdown";
import { Section } from "@/components/section";
import { Code } from "@/components/ui/code";

type HeartbeatSetupProps = {
  /** The URLs that workers request. Their paths may be secret tokens, so only their hosts are shown. */
  urls: string[];
  /** Where jobs check in here. */
  checkInUrl: string;
  isOnTime: boolean;
};

/** What the operator sees and does so that another monitor notices when this installation is dead. */
export const HeartbeatSetup = ({ urls, checkInUrl, isOnTime }: HeartbeatSetupProps) => (
  <>
    <section className="grid gap-4 pb-6">
      <h2 className="font-semibold">Current settings</h2>
      <State isSet={urls.length > 0} isOnTime={isOnTime} />
      {urls.length > 0 && <Urls urls={urls} />}
    </section>
    <Section title="Set up">
      <p className="max-w-prose text-ink-quiet">
        An installation that is down can’t alert anyone. A second one, on another machine and network, can
        expect heartbeats from it.
      </p>
      <Markdown text={STEPS} values={{ checkInUrl }} />
      <Code text={forTheOther(checkInUrl)} what="the setting for the other installation" />
      <p className="max-w-prose text-sm text-ink-quiet">
        If the other installation also connects to this one by a private address, add a second snitch for that
        address. A missing “alive” with a healthy “private” then means that the public route is broken: DNS,
        the certificate, the load balancer or the firewall. The page{" "}
        <code className="font-mono text-xs">docs/watching-each-other.md</code> of the source code explains
        each case.
      </p>
    </Section>
  </>
);

const STATES = {
  unset: [
    "○",
    "text-errored",
    "HEARTBEAT_URLS is not set: no one is alerted when this installation is down.",
  ],
  sent: ["●", "text-healthy", "Alerts are on time. A worker requests each URL once a minute."],
  withheld: [
    "▲",
    "text-failed",
    "Alerts are late, so no heartbeats are sent. See the page Cases for what is behind.",
  ],
} as const;

function State({ isSet, isOnTime }: { isSet: boolean; isOnTime: boolean }) {
  const [mark, colour, text] = STATES[isSet ? (isOnTime ? "sent" : "withheld") : "unset"];
  return (
    <p className="flex gap-2">
      <span aria-hidden className={colour}>
        {mark}
      </span>
      {text}
    </p>
  );
}

const Urls = ({ urls }: { urls: string[] }) => (
  <>
    <ol className="grid list-decimal gap-1 pl-5 font-mono text-sm break-all marker:text-ink-quiet">
      {urls.map((url, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two URLs may be the same, and none moves.
        <li key={i}>{new URL(url).origin}/…</li>
      ))}
    </ol>
    <p className="max-w-prose text-sm text-ink-quiet">
      The time of each URL’s last success is in the worker’s metrics (
      <code className="font-mono text-xs break-all">tattle_heartbeat_timestamp_seconds</code>), and on the
      page of its snitch in the other installation.
    </p>
  </>
);

/** How to set up another installation to send its heartbeats. */
const forTheOther = (checkInUrl: string) => `HEARTBEAT_URLS=${checkInUrl}/TOKEN`;

const STEPS = `
1. Here, add a snitch “The other installation is alive” that expects a check-in every two minutes, in a case whose alerts do not depend on the other installation.
2. Copy its check-in URL. It must begin with the public address of this installation, \`{{checkInUrl}}\`, so that heartbeats take the same route as the check-ins of your jobs.
3. There, set that URL as \`HEARTBEAT_URLS\` for \`web\` and \`worker\`, and restart them. Separate several URLs with commas.
4. Do the same the other way round: a snitch there, its URL here.
5. Stop the other installation’s worker. Within six minutes you must be alerted; start it again afterwards.
`;
