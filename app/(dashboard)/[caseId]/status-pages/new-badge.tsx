import { Field, SelectField } from "@/components/ui/field";
import { Form, Submit } from "@/components/ui/form";
import { formatCount } from "@/lib/rules/format-count";
import { DAYS } from "@/lib/status-pages/badge-input";
import { addBadgeAction } from "./actions";

const SHOWS = [
  { value: "status", label: "Worst status" },
  { value: "last_run", label: "Last run" },
  { value: "share", label: "Percentage of healthy runs" },
];
const DURATION = { value: "duration", label: "Average duration" };
const DAY_CHOICES = DAYS.map((days) => ({ value: String(days), label: formatCount(days, "day") }));
const STYLES = [
  { value: "flat", label: "Rounded" },
  { value: "flat-square", label: "Square" },
];

type NewBadgeProps = {
  caseId: string;
  tags: string[];
  /** Those that everyone may see. */
  pages: { slug: string; title: string }[];
  snitch: { token: string; name: string } | null;
};

/** Adds a badge of the case, of a tag, of a status page, or of the snitch from whose page the reader came. */
export function NewBadge({ caseId, tags, pages, snitch }: NewBadgeProps) {
  const subjects = [
    ...(snitch ? [{ value: `snitch:${snitch.token}`, label: snitch.name }] : []),
    { value: "case", label: "All snitches of the case" },
    ...tags.map((tag) => ({ value: `tag:${tag}`, label: `#${tag}` })),
    ...pages.map(({ slug, title }) => ({ value: `page:${slug}`, label: `Status page ${title}` })),
  ];
  return (
    <Form action={addBadgeAction.bind(null, caseId)} className="group/badge grid max-w-md gap-4 pt-3">
      <SelectField
        name="subject"
        label="Badge for"
        value={subjects[0]?.value ?? "case"}
        choices={subjects}
        hint={snitch ? undefined : "For one snitch, open Badge in its settings."}
      />
      <SelectField
        name="shows"
        label="Shows"
        value="status"
        choices={snitch ? [...SHOWS, DURATION] : SHOWS}
      />
      <div className="hidden group-has-[[value=share]:checked,[value=duration]:checked]/badge:block">
        <SelectField name="days" label="Days" value="30" choices={DAY_CHOICES} />
      </div>
      <Field name="label" label="Label" hint="Anyone can see it." maxLength={60} autoComplete="off" />
      <SelectField name="style" label="Style" value="flat" choices={STYLES} />
      <Submit className="w-fit" busy="Adding…">
        Add Badge
      </Submit>
    </Form>
  );
}
