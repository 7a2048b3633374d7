import { TIME_ZONES } from "@/components/time-zone-list";
import { Check } from "@/components/ui/check";
import { Field, TextArea } from "@/components/ui/field";
import { SelectField } from "@/components/ui/select-field";
import type { StoredPage } from "@/lib/status-pages/find-page";
import { MAX_TITLE, PAGE_DEFAULTS, type PageSettings } from "@/lib/status-pages/page-input";
import { writeLinks } from "./page-text";

const VISIBILITIES = [
  { value: "hidden", label: "Nobody yet: only this preview" },
  { value: "public", label: "Everybody" },
  { value: "link", label: "Whoever has its link" },
  { value: "password", label: "Whoever knows its password" },
];
const LANGUAGES = [
  { value: "en", label: "English" },
  { value: "de", label: "German" },
];
const PUBLISH = [
  { value: "never", label: "Only what people write" },
  { value: "after", label: "Incidents that last, by itself" },
];

export type EditedPage = Pick<
  StoredPage,
  "slug" | "title" | "visibility" | "networks" | "logo" | "logoDark"
> & {
  settings: Partial<PageSettings>;
  /** Its components as the lines of the form. */
  groups: string;
};

/** The fields of a status page. What most pages need comes first, and none needs JavaScript. */
export function PageFields({ page }: { page: EditedPage }) {
  // Pages of before have not all settings.
  const settings = { ...PAGE_DEFAULTS, ...page.settings };
  return (
    <>
      <Field name="title" label="Title" maxLength={MAX_TITLE} autoComplete="off" defaultValue={page.title} />
      <Field
        name="slug"
        label="Name in its address"
        hint="/status/NAME: small letters, digits and hyphens."
        minLength={3}
        maxLength={40}
        autoComplete="off"
        defaultValue={page.slug}
      />
      <TextArea
        name="groups"
        label="Components"
        rows={10}
        className="font-mono text-sm"
        defaultValue={page.groups}
        hint="A line each: the name that everybody sees, then “ = ” and a snitch, or “ = #” and a tag, or nothing for what is not yours. “# Name” begins a group."
      />
      <SelectField name="visibility" label="Who sees it?" value={page.visibility} choices={VISIBILITIES} />
      <Field
        name="password"
        label="Password"
        type="password"
        isOptional
        autoComplete="new-password"
        hint="For a page with a password. Blank leaves it as it is; another one ends all visits."
      />
      <Field
        name="networks"
        label="Only from these networks"
        isOptional
        autoComplete="off"
        placeholder="10.0.0.0/8"
        defaultValue={page.networks.join(", ")}
      />
      <TextArea
        name="description"
        label="Description"
        isOptional
        defaultValue={settings.description}
        hint="Markdown, without images."
      />
      <SelectField name="language" label="Language" value={settings.language} choices={LANGUAGES} />
      <Field
        name="timezone"
        label="Time zone"
        list={TIME_ZONES}
        autoComplete="off"
        defaultValue={settings.timezone}
      />
      <Field
        name="accent"
        label="Color"
        isOptional
        placeholder="#0a7f5a"
        autoComplete="off"
        defaultValue={settings.accent ?? ""}
      />
      <Logo name="logo" label="Logo" isStored={page.logo !== null} />
      <Logo name="logo_dark" label="Logo on a dark background" isStored={page.logoDark !== null} />
      <Check name="show_durations" value="yes" defaultChecked={settings.show_durations}>
        Show how long the runs of each component take
      </Check>
      <SelectField name="publish" label="Notices" value={settings.publish} choices={PUBLISH} />
      <Field
        name="publish_after"
        label="Minutes that they last"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={settings.publish_after / 60}
      />
      <Check name="notify_automatic" value="yes" defaultChecked={settings.notify_automatic}>
        E-mail subscribers what it publishes by itself
      </Check>
      <TextArea
        name="links"
        label="Links"
        isOptional
        defaultValue={writeLinks(settings.links)}
        hint="A line each: Imprint = https://example.com/imprint"
      />
      <TextArea name="footer" label="Footer" isOptional rows={2} defaultValue={settings.footer} />
    </>
  );
}

const Logo = ({ name, label, isStored }: { name: string; label: string; isStored: boolean }) => (
  <>
    <Field
      name={name}
      label={label}
      isOptional
      type="file"
      accept="image/png,image/jpeg,image/webp,image/gif"
      className="h-auto py-1.5"
      hint={isStored ? "There is one. Another file replaces it." : "PNG, JPEG, WebP or GIF, at most 200 kB."}
    />
    {isStored && (
      <Check name={`remove_${name}`} value="yes">
        Remove the {label.toLowerCase()} of now
      </Check>
    )}
  </>
);
