import { currentReader } from "@/app/sign-in/reader";
import { TIME_ZONES, TimeZoneList } from "@/components/time-zone-list";
import { Check } from "@/components/ui/check";
import { Field, SelectField, TextArea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import type { StoredPage } from "@/lib/status-pages/find-page";
import { MAX_LINKS } from "@/lib/status-pages/page-input";
import { changeLookAction } from "../../actions";
import { linkField } from "../../page-form";
import { Save } from "./save";

const LANGUAGES = [
  { value: "en", label: "English" },
  { value: "de", label: "German" },
];

/** How a page looks, and what surrounds its components. */
export async function LookForm({ caseId, page }: { caseId: string; page: StoredPage }) {
  const { settings } = page;
  const { display } = await currentReader();
  return (
    <Form data-previewed asksBeforeLeaving action={changeLookAction.bind(null, caseId, page.id)}>
      <TimeZoneList first={display.zone} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField name="language" label="Language" value={settings.language} choices={LANGUAGES} />
        <Field
          name="timezone"
          label="Time zone"
          list={TIME_ZONES}
          autoComplete="off"
          defaultValue={settings.timezone}
        />
      </div>
      <Field
        name="accent"
        label="Color"
        isOptional
        placeholder="#0a7f5a"
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        defaultValue={settings.accent ?? ""}
      />
      <Logo name="logo" label="Logo" isStored={page.logo !== null} />
      <Logo name="logo_dark" label="Logo on a dark background" isStored={page.logoDark !== null} />
      <Check name="show_durations" value="yes" defaultChecked={settings.show_durations}>
        Show run times
      </Check>
      <fieldset className="growing-rows grid gap-2">
        <legend className="pb-1.5 text-sm font-medium">
          Links <span className="font-normal text-ink-quiet">(optional)</span>
        </legend>
        {Array.from({ length: MAX_LINKS }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
          <div key={i} className="grid items-start gap-2 sm:grid-cols-[1fr_2fr]">
            <Field
              name={linkField(i, "name")}
              label={`Link ${i + 1}`}
              placeholder="Imprint"
              autoComplete="off"
              defaultValue={settings.links[i]?.name}
            />
            <Field
              name={linkField(i, "url")}
              label={`URL of link ${i + 1}`}
              placeholder="https://example.com/imprint"
              autoComplete="off"
              defaultValue={settings.links[i]?.url}
            />
          </div>
        ))}
      </fieldset>
      <TextArea name="footer" label="Footer" isOptional rows={2} defaultValue={settings.footer} />
      <Save />
    </Form>
  );
}

const Logo = ({ name, label, isStored }: { name: string; label: string; isStored: boolean }) => (
  <div className="grid gap-2">
    <Field
      name={name}
      label={label}
      isOptional
      type="file"
      accept="image/png,image/jpeg,image/webp,image/gif"
      className="h-auto py-1.5"
      hint={
        isStored
          ? "A logo is set. Choose another file to replace it."
          : "PNG, JPEG, WebP, or GIF, at most 200 kB."
      }
    />
    {isStored && (
      <Check name={`remove_${name}`} value="yes">
        Remove current {label.toLowerCase()}
      </Check>
    )}
  </div>
);
