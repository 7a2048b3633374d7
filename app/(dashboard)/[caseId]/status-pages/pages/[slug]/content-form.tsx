import { Field, TextArea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { MAX_PUBLIC_NAME } from "@/lib/rules/limits";
import { listTags } from "@/lib/snitches/list-tags";
import type { StoredPage } from "@/lib/status-pages/find-page";
import { presentPage } from "@/lib/status-pages/present-page";
import { changeContentAction } from "../../actions";
import { ComponentList } from "./component-list";
import { Save } from "./save";

/** What a page shows: its title, a description, and components in groups. */
export async function ContentForm({ caseId, page }: { caseId: string; page: StoredPage }) {
  const { groups } = presentPage(page, { mayChange: true });
  const names = page.components.flatMap(({ snitch }) =>
    snitch ? [[snitch.token, snitch.name] as const] : [],
  );
  return (
    <Form data-previewed asksBeforeLeaving action={changeContentAction.bind(null, caseId, page.id)}>
      <Field
        name="title"
        label="Title"
        maxLength={MAX_PUBLIC_NAME}
        autoComplete="off"
        defaultValue={page.title}
      />
      <TextArea
        name="description"
        label="Description"
        isOptional
        rows={2}
        className="field-sizing-content"
        defaultValue={page.settings.description}
        hint="Markdown, without images."
      />
      <p className="hidden text-sm text-ink-quiet noscript:block">
        Editing components needs JavaScript. You can also change them with the API or a configuration file.
      </p>
      <ComponentList
        caseId={caseId}
        groups={groups}
        names={Object.fromEntries(names)}
        tags={await listTags(caseId)}
      />
      <Save />
    </Form>
  );
}
