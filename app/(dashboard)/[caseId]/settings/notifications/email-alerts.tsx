import { FrequencyField } from "@/components/frequency-field";
import { FREQUENCY_WORDS } from "@/components/frequency-words";
import { Field, FieldNotes } from "@/components/ui/field";
import { Form, Saved, Submit } from "@/components/ui/form";
import { SelectField } from "@/components/ui/select-field";
import type { EmailFrequency } from "@/lib/rules/notifications/email-frequency";
import { updateCaseAction } from "../actions";
import { Facts } from "../facts";

type EmailAlerts = {
  id: string;
  alertEmail: string | null;
  emailFrequency: EmailFrequency;
  limitsEmails: boolean;
  answerLinks: boolean;
  channelLinks: boolean;
  groupsByMachine: boolean;
};

const MANY_ALERTS = [
  { value: "on", label: "Group after 10 per minute" },
  { value: "off", label: "Send each alert" },
];

const MACHINES = [
  { value: "on", label: "One incident for all jobs" },
  { value: "off", label: "An incident for each job" },
];

const ANSWER_LINKS = [
  { value: "on", label: "On" },
  { value: "off", label: "Off, earlier links too" },
];

/** To whom a case e-mails its alerts, and how many. */
export const EmailAlertsForm = ({
  theCase,
  recipientNotes,
}: {
  theCase: EmailAlerts;
  recipientNotes: string[];
}) => (
  <Form asksBeforeLeaving action={updateCaseAction.bind(null, theCase.id)} className="grid max-w-md gap-5">
    <Field
      label="Alert address"
      name="alertEmail"
      type="email"
      placeholder="ops@example.com"
      hint={
        <>
          Gets the alerts of snitches without recipients of their own. If empty, everyone in the case gets
          them.
          <FieldNotes notes={recipientNotes} />
        </>
      }
      defaultValue={theCase.alertEmail ?? ""}
    />
    <FrequencyField
      name="emailFrequency"
      label="E-mails while a snitch is missing"
      value={theCase.emailFrequency}
    />
    <SelectField
      label="Alert bursts"
      name="limitsEmails"
      value={theCase.limitsEmails ? "on" : "off"}
      choices={MANY_ALERTS}
    />
    <SelectField
      label="Silent machines"
      name="groupsByMachine"
      value={theCase.groupsByMachine ? "on" : "off"}
      choices={MACHINES}
      hint="Once three jobs of a machine have missed and others report, its further misses are one message to people. Webhooks get each."
    />
    <SelectField
      label="Answering by links"
      name="answerLinks"
      value={theCase.answerLinks ? "on" : "off"}
      choices={ANSWER_LINKS}
      hint="Members acknowledge and snooze by the link in an e-mail or browser notification, for 7 days, without signing in."
    />
    <SelectField
      label="Answering in ntfy"
      name="channelLinks"
      value={theCase.channelLinks ? "on" : "off"}
      choices={ANSWER_LINKS}
      hint="Anyone who reads an alert in ntfy can acknowledge and snooze it, for a day. Names are not verified."
    />
    <div className="flex items-center gap-3">
      <Submit busy="Saving…">Save Changes</Submit>
      <Saved />
    </div>
  </Form>
);

export const EmailAlertsSummary = ({ theCase }: { theCase: EmailAlerts }) => (
  <Facts
    facts={[
      { label: "Alert address", value: theCase.alertEmail ?? "none: everyone in the case gets the alerts" },
      { label: "E-mails while a snitch is missing", value: FREQUENCY_WORDS[theCase.emailFrequency] },
      {
        label: "Alert bursts",
        value: theCase.limitsEmails ? "grouped after 10 per minute" : "each alert is sent",
      },
      {
        label: "Silent machines",
        value: theCase.groupsByMachine ? "one incident" : "an incident for each job",
      },
      { label: "Answering by links", value: theCase.answerLinks ? "on" : "off" },
      { label: "Answering in ntfy", value: theCase.channelLinks ? "on" : "off" },
    ]}
  />
);
