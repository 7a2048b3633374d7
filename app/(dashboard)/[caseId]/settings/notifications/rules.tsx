import { FrequencyField } from "@/components/frequency-field";
import { FREQUENCY_LABELS } from "@/components/frequency-labels";
import { Field, FieldNotes, SelectField } from "@/components/ui/field";
import { ASK_MINUTES } from "@/lib/rules/incidents/acknowledgement";
import type { EmailFrequency } from "@/lib/rules/notifications/email-frequency";
import { formatMargin } from "@/lib/rules/schedule/margin-text";

export type AlertRules = {
  alertEmail: string | null;
  emailFrequency: EmailFrequency;
  limitsEmails: boolean;
  groupsByMachine: boolean;
  answerLinks: boolean;
  channelLinks: boolean;
  ackExpiresAfter: number | null;
};

type Rule = {
  title: string;
  sentence(rules: AlertRules): React.ReactNode;
  /** The field that changes it. `notes`: what to know about the address. */
  field(rules: AlertRules, notes: string[]): React.ReactNode;
};

const EXPIRIES = [1, 4, 8, 24, 72, 168, 720].map((hours) => hours * 3_600);

const formatExpiry = (seconds: number | null) =>
  seconds === null ? "Never" : `After ${formatMargin(seconds)}`;

function listExpiries(current: number | null) {
  // A file may have set another one.
  const others = [...new Set([...EXPIRIES, ...(current === null ? [] : [current])])].sort((a, b) => a - b);
  return [null, ...others].map((each) => ({ value: String(each ?? "never"), label: formatExpiry(each) }));
}

const isOn = (value: boolean) => (value ? "on" : "off");

/** What a case decides about its alerts, by the name of the setting: each is a sentence and one field. */
export const RULES: Record<keyof AlertRules, Rule> = {
  alertEmail: {
    title: "Alert address",
    sentence: ({ alertEmail }) => (
      <>
        Alerts for snitches with no recipients of their own are emailed to{" "}
        <b>{alertEmail ?? "everyone in the case"}</b>.
      </>
    ),
    field: ({ alertEmail }, notes) => (
      <Field
        label="Alert address"
        name="alertEmail"
        type="email"
        placeholder="ops@example.com"
        hint={
          <>
            If empty, everyone in the case is emailed.
            <FieldNotes notes={notes} />
          </>
        }
        defaultValue={alertEmail ?? ""}
      />
    ),
  },
  emailFrequency: {
    title: "Emails while a snitch is missing",
    sentence: ({ emailFrequency }) => (
      <>
        <b>{FREQUENCY_LABELS[emailFrequency]}</b>.
      </>
    ),
    field: ({ emailFrequency }) => (
      <FrequencyField name="emailFrequency" label="Emails while a snitch is missing" value={emailFrequency} />
    ),
  },
  limitsEmails: {
    title: "Alert bursts",
    sentence: ({ limitsEmails }) =>
      limitsEmails ? (
        <>
          After 10 emails in a minute, <b>more alerts are grouped</b>.
        </>
      ) : (
        <>
          <b>Each alert is emailed</b>, however many there are.
        </>
      ),
    field: ({ limitsEmails }) => (
      <SelectField
        label="Alert bursts"
        name="limitsEmails"
        value={isOn(limitsEmails)}
        choices={[
          { value: "on", label: "Group after 10 per minute" },
          { value: "off", label: "Send each alert" },
        ]}
      />
    ),
  },
  groupsByMachine: {
    title: "Machines not reporting",
    sentence: ({ groupsByMachine }) => (
      <>
        When a machine is not reporting, <b>{groupsByMachine ? "its jobs are" : "each of its jobs is"}</b> one
        incident.
      </>
    ),
    field: ({ groupsByMachine }) => (
      <SelectField
        label="Machines not reporting"
        name="groupsByMachine"
        value={isOn(groupsByMachine)}
        choices={[
          { value: "on", label: "One incident for all jobs" },
          { value: "off", label: "An incident for each job" },
        ]}
        hint="After three jobs on a machine miss while others still report, people get one message for further misses. Webhooks still get each one."
      />
    ),
  },
  ackExpiresAfter: {
    title: "Acknowledgements expire",
    sentence: ({ ackExpiresAfter }) => (
      <>
        An acknowledgement{" "}
        <b>{ackExpiresAfter === null ? "never expires" : `expires after ${formatMargin(ackExpiresAfter)}`}</b>
        .
      </>
    ),
    field: ({ ackExpiresAfter }) => (
      <SelectField
        label="Acknowledgements expire"
        name="ackExpiresAfter"
        value={String(ackExpiresAfter ?? "never")}
        choices={listExpiries(ackExpiresAfter)}
        hint={`The person who acknowledged is then asked by email. If they don’t respond within ${ASK_MINUTES} minutes, reminders and escalation resume.`}
      />
    ),
  },
  answerLinks: {
    title: "Acknowledge from email",
    sentence: ({ answerLinks }) => (
      <>
        Members <b>{answerLinks ? "can" : "can’t"}</b> acknowledge and snooze by the link in an email or
        browser notification, without signing in.
      </>
    ),
    field: ({ answerLinks }) => (
      <SelectField
        label="Acknowledge from email"
        name="answerLinks"
        value={isOn(answerLinks)}
        choices={LINKS}
        hint="Each link works for 7 days."
      />
    ),
  },
  channelLinks: {
    title: "Acknowledge from ntfy",
    sentence: ({ channelLinks }) => (
      <>
        Alerts in ntfy <b>{channelLinks ? "can" : "can’t"}</b> be acknowledged and snoozed there
        {channelLinks && ", by anyone who reads them"}.
      </>
    ),
    field: ({ channelLinks }) => (
      <SelectField
        label="Acknowledge from ntfy"
        name="channelLinks"
        value={isOn(channelLinks)}
        choices={LINKS}
        hint="Each link works for a day. Names are not verified."
      />
    ),
  },
};

const LINKS = [
  { value: "on", label: "On" },
  { value: "off", label: "Off, including links sent" },
];
