import { Field, TextArea } from "@/components/ui/field";
import type { Columns } from "@/lib/snitches/settings/settings";

type DetailFieldsProps = { snitch: Pick<Columns, "tags" | "environment" | "url" | "notes"> };

/** What is known about the job of a snitch besides its name. */
export const DetailFields = ({ snitch }: DetailFieldsProps) => (
  <>
    <Field
      label="Tags"
      name="tags"
      placeholder="backups, critical"
      hint="Separate tags with commas."
      defaultValue={snitch.tags.join(", ")}
    />
    <Field
      label="Environment"
      name="environment"
      placeholder="production"
      maxLength={64}
      autoComplete="off"
      hint="Where the job runs. You can filter and group the list by it."
      defaultValue={snitch.environment}
    />
    <Field
      label="Link"
      name="url"
      inputMode="url"
      placeholder="https://wiki.example.com/backup"
      maxLength={2_000}
      autoComplete="off"
      hint="A runbook, a repository or a dashboard. Shown in every alert."
      defaultValue={snitch.url}
    />
    <TextArea
      label="Notes"
      name="notes"
      hint="Shown in every alert: where the job runs, what to do when it fails."
      defaultValue={snitch.notes}
      maxLength={10_000}
    />
  </>
);
