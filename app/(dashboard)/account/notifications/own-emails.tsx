import { FrequencyField } from "@/components/frequency-field";
import { Section } from "@/components/section";
import { TIME_ZONES, TimeZoneList } from "@/components/time-zone-list";
import { Check } from "@/components/ui/check";
import { Field, SelectField } from "@/components/ui/field";
import { Form, Saved, Submit } from "@/components/ui/form";
import type { MemberEmails } from "@/lib/cases/member-emails";
import type { EmailFrequency } from "@/lib/rules/notifications/email-frequency";
import { formatClock, WEEKDAY_NAMES } from "@/lib/rules/notifications/format-quiet-hours";
import { changeOwnEmailsAction } from "./actions";

const DIGESTS = [
  { value: "", label: "None" },
  { value: "daily", label: "Every day" },
  { value: "weekly", label: "Every week, on Monday" },
  { value: "monthly", label: "Every month, on the first day" },
];

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: formatClock(hour * 60),
}));

type OwnEmailsProps = { caseId: string; value: MemberEmails; ofCase: EmailFrequency; readerZone: string };

/** Which emails of the case the signed-in member gets, and when. */
export function OwnEmails({ caseId, value, ofCase, readerZone }: OwnEmailsProps) {
  const { frequency, zone, quiet, digest, digestHour, digestSkipsQuiet } = value;
  // Until the member has chosen one, the zone that pages are shown in is the best guess.
  const shownZone = quiet || digest ? zone : readerZone;
  return (
    <Section id="your-emails" title="Your emails">
      <Form action={changeOwnEmailsAction.bind(null, caseId)} className="grid max-w-md gap-5">
        <FrequencyField
          name="frequency"
          label="Emails to you while a snitch is missing"
          value={frequency}
          ofCase={ofCase}
        />
        <QuietHoursFields quiet={quiet} />
        <div className="grid grid-cols-[1fr_auto] gap-4">
          <SelectField label="Digest" name="digest" value={digest ?? ""} choices={DIGESTS} />
          <SelectField label="Arrives at" name="digest_hour" value={String(digestHour)} choices={HOURS} />
        </div>
        <Check key={String(digestSkipsQuiet)} name="digest_skips_quiet" defaultChecked={digestSkipsQuiet}>
          No digest when nothing happened
        </Check>
        <Field
          label="Time zone"
          name="timezone"
          list={TIME_ZONES}
          autoComplete="off"
          defaultValue={shownZone}
          hint="For quiet hours and the digest. Type a city, such as Berlin."
        />
        <TimeZoneList />
        <div className="flex items-center gap-3">
          <Submit busy="Saving…">Save</Submit>
          <Saved />
        </div>
      </Form>
    </Section>
  );
}

const QuietHoursFields = ({ quiet }: { quiet: MemberEmails["quiet"] }) => (
  <fieldset aria-describedby="quiet-hours-hint" className="grid gap-3">
    <legend className="pb-1.5 text-sm font-medium">Quiet hours</legend>
    <p id="quiet-hours-hint" className="text-sm text-ink-quiet">
      Alerts from snitches with a severity below critical wait, and arrive in one email afterward. Critical
      alerts never wait, and a snitch is critical until you set its severity. Leave both times empty for none.
    </p>
    <div className="grid grid-cols-2 gap-4">
      <Field label="From" name="quiet_from" type="time" defaultValue={quiet ? formatClock(quiet.from) : ""} />
      <Field label="Until" name="quiet_to" type="time" defaultValue={quiet ? formatClock(quiet.to) : ""} />
    </div>
    <fieldset className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
      <legend className="pb-1.5 text-ink-quiet">They start on</legend>
      {WEEKDAY_NAMES.map((name, i) => (
        <label key={name} className="flex cursor-pointer items-center gap-1.5 py-0.5">
          <input
            // A checkbox keeps its state, so a new value needs a new element.
            key={String(isQuietOn(quiet, i + 1))}
            type="checkbox"
            name={`day_${i + 1}`}
            defaultChecked={isQuietOn(quiet, i + 1)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  </fieldset>
);

const isQuietOn = (quiet: MemberEmails["quiet"], day: number) =>
  !quiet || quiet.days.length === 0 || quiet.days.includes(day);
