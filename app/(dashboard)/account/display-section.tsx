import { currentReader } from "@/app/sign-in/reader";
import { Section } from "@/components/section";
import { TIME_ZONES, TimeZoneList } from "@/components/time-zone-list";
import { Field, SelectField } from "@/components/ui/field";
import { Form, Saved, Submit } from "@/components/ui/form";
import type { Preferences } from "@/lib/people/users/preferences";
import { savePreferencesAction } from "./actions";
import { localeChoices } from "./locales";

const HOUR_CYCLES = [
  { value: "", label: "Same as the dates" },
  { value: "h12", label: "12 hours (2:30 pm)" },
  { value: "h23", label: "24 hours (14:30)" },
];

const THEMES = [
  { value: "", label: "System default" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** How the person reads times, dates and pages. */
export async function DisplaySection({ preferences }: { preferences: Preferences }) {
  const { timeZone, locale, hourCycle, theme } = preferences;
  const { display } = await currentReader();
  return (
    <Section id="display" title="Time and appearance">
      <Form action={savePreferencesAction} className="grid max-w-md gap-5">
        <Field
          label="Time zone"
          name="timeZone"
          list={TIME_ZONES}
          autoComplete="off"
          placeholder={timeZone ? "Browser default" : `Browser default (${display.zone})`}
          defaultValue={timeZone ?? ""}
          hint="Type a city, such as Berlin. If empty, pages and emails use the browser’s zone."
        />
        <TimeZoneList />
        <SelectField label="Dates" name="locale" value={locale ?? ""} choices={localeChoices(locale)} />
        <SelectField label="Clock" name="hourCycle" value={hourCycle ?? ""} choices={HOUR_CYCLES} />
        <SelectField label="Theme" name="theme" value={theme ?? ""} choices={THEMES} />
        <div className="flex items-center gap-3">
          <Submit busy="Saving…">Save</Submit>
          <Saved />
        </div>
      </Form>
    </Section>
  );
}
