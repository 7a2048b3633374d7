import { Field } from "@/components/ui/field";
import { Form, Submit } from "@/components/ui/form";
import { addWebhookAction } from "./actions";

export function NewChannel({ caseId }: { caseId: string }) {
  return (
    <Form action={addWebhookAction.bind(null, caseId)} className="flex flex-wrap items-start gap-2">
      <div className="min-w-52 flex-1 sm:max-w-md">
        <Field
          label="URL"
          name="url"
          type="url"
          inputMode="url"
          placeholder="https://example.com/tattle"
          className="font-mono text-sm"
          maxLength={2_000}
          required
        />
      </div>
      <Submit busy="Adding…" className="mt-[calc(1.5em+0.375rem)] h-9">
        Add Webhook
      </Submit>
    </Form>
  );
}
