import type { Metadata } from "next";
import { Prose } from "@/components/prose";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { env } from "@/lib/platform/env";
import { BulletList, DocPage, DocSection, Paragraph } from "../doc-page";

export const metadata: Metadata = { title: "Other tools" };

const TOKEN = "c0ffee1234abcd56";
const UUID = "c0ffee12-34ab-8cd5-8600-746174746c65";

const ADDRESSES: [tool: string, address: string, note: string][] = [
  [
    "Healthchecks",
    `/ping/${UUID}`,
    "also `/start`, `/fail`, `/log`, an exit status, and `?rid=`. The body is the output.",
  ],
  [
    "Healthchecks, by slug",
    "/ping/KEY/nightly-backup",
    "with a key for check-ins by slug. `?create=1` creates the snitch.",
  ],
  ["Sentry", "/api/NUMBER/cron/nightly-backup/KEY/", "or set the DSN of the case in the SDK."],
  ["Uptime Kuma", `/api/push/${TOKEN}?status=up&msg=OK&ping=`, "`status=down` reports an error."],
  ["Better Stack", `/api/v1/heartbeat/${TOKEN}`, "also `/fail` and an exit status."],
  ["Checkly", `/heartbeats/ping/${UUID}`, ""],
  ["Honeybadger", `/v1/check_in/${TOKEN}`, ""],
  ["Gatus", "/api/v1/endpoints/GROUP_NAME/external?success=true", "the Bearer token is the snitch’s token."],
  [
    "Cronitor",
    "/p/KEY/nightly-backup?state=complete",
    "with a key for Cronitor. An unknown name creates the snitch.",
  ],
];

export default function Protocols() {
  return (
    <DocPage
      title="Other tools"
      lead="A job that already reports to another monitor can report to Tattle by a change of its address. Its script, SDK or agent stays as it is."
    >
      <DocSection title="Addresses">
        <Paragraph
          text={`They begin with \`${env.CHECK_IN_URL}\`. A snitch’s page shows its own ones under “The job already reports to another tool”. Each is answered as that tool answers, errors included.`}
        />
        <Table label="Addresses of other tools">
          <Head columns={["Tool", "Address", "Notes"]} />
          <tbody>
            {ADDRESSES.map(([tool, address, note]) => (
              <Row key={tool}>
                <Cell className="font-medium">{tool}</Cell>
                <Cell className="font-mono text-sm wrap-anywhere">{address}</Cell>
                <Cell>
                  <Prose text={note} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </DocSection>
      <DocSection title="Keys">
        <BulletList
          items={[
            "A key belongs to one protocol, and opens no other. Create them on the case’s API Keys page, or with `POST /v1/api_keys`.",
            "A key that only sends check-ins can stand in a crontab: it reads nothing, and changes no settings.",
            "The Sentry DSN of a case is on the API Keys page, and at `GET /v1/sentry_dsn`. It only sends check-ins, which may create snitches.",
          ]}
        />
      </DocSection>
      <DocSection title="What the words mean here">
        <BulletList
          items={[
            "A ping, heartbeat or push that says “success” is a check-in; one that says “fail”, “down” or “error” is an error report. One that says “start” or “in progress” opens a run.",
            "Healthchecks’ timeout becomes a schedule such as `every 1 hour`. Its grace is the grace of the snitch, and the longest runtime.",
            "Sentry’s check-in margin becomes the grace, and its thresholds become “Alert after” and “Recover after”. Each environment of a monitor is a snitch of its own.",
            "A schedule that comes with check-ins replaces what people set. The settings of the snitch say so.",
            "The limits are the same as for check-in URLs: the first 10 in an hour, then one a minute. The end of a run that was accepted is never refused.",
          ]}
        />
      </DocSection>
      <DocSection title="Import">
        <Paragraph text="“Import” in the settings of a case takes over the jobs of Healthchecks, Uptime Kuma, Cronitor, Sentry, Better Stack and Dead Man’s Snitch: names, tags, schedules, and the identifiers in the addresses, so that only the host changes. It shows first what will be added and what cannot be taken over, and is safe to repeat." />
      </DocSection>
      <DocSection title="The Management API of Healthchecks">
        <Paragraph
          text={`Versions 1 to 3 are at \`${env.APP_URL}/api/v3/\`, so that Terraform, Ansible and scripts can create and change snitches as checks. They need a key for Healthchecks.`}
        />
      </DocSection>
    </DocPage>
  );
}
