import { Confirm } from "@/components/confirm";
import { CopyField } from "@/components/ui/copy-field";
import { Field } from "@/components/ui/field";
import { Fold } from "@/components/ui/fold";
import { Form } from "@/components/ui/form";
import type { StoredPage } from "@/lib/status-pages/find-page";
import { linkOf } from "@/lib/status-pages/present-page";
import { changeAccessAction, replaceKeyAction, revokePageAction } from "../../actions";
import { SlugField } from "../../slug-field";
import { VisibilityFields } from "../../visibility-fields";
import { Save } from "./save";

/** Who sees a page, and where it is. */
export function AccessForm({ caseId, page }: { caseId: string; page: StoredPage }) {
  const isByLink = page.visibility === "link";
  return (
    <div className="grid gap-8">
      <Form asksBeforeLeaving action={changeAccessAction.bind(null, caseId, page.id)} className="grid gap-5">
        <VisibilityFields visibility={page.visibility} />
        <SlugField defaultValue={page.slug} />
        <Fold title="Limit to networks" open={page.networks.length > 0}>
          <div className="pt-2">
            <Field
              name="networks"
              label="Networks"
              isOptional
              autoComplete="off"
              spellCheck={false}
              placeholder="10.0.0.0/8"
              className="font-mono"
              defaultValue={page.networks.join(", ")}
              hint="Separate networks with commas. Anyone else gets “not found”."
            />
          </div>
        </Fold>
        <Save />
      </Form>
      <div className="grid gap-3 border-t border-line pt-5">
        <CopyField label="Link" value={linkOf(page)} what="the link" isInline />
        <div className="flex flex-wrap gap-2">
          {isByLink && (
            <Confirm
              trigger="Replace Link…"
              label="Replace the link"
              title="Replace the link?"
              description="The current link stops working."
              confirm="Replace Link"
              busy="Replacing…"
              action={replaceKeyAction.bind(null, caseId, page.id)}
            />
          )}
          <Confirm
            trigger="Revoke…"
            label={`Revoke ${page.title}`}
            title={`Revoke “${page.title}”?`}
            description="Deletes the page and its subscribers. Its address then returns “not found”. This cannot be undone."
            confirm="Revoke Page"
            busy="Revoking…"
            action={revokePageAction.bind(null, caseId, page.id)}
          />
        </div>
      </div>
    </div>
  );
}
