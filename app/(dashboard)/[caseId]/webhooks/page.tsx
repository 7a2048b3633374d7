import type { Metadata } from "next";
import { PageHeader } from "@/components/page-header";
import { Refresh } from "@/components/refresh";
import { Empty } from "@/components/ui/empty";
import { Field } from "@/components/ui/field";
import { Form, Submit } from "@/components/ui/form";
import { currentCase } from "@/lib/session";
import { listWebhooks } from "@/lib/webhooks/list";
import { add } from "./actions";
import { Target } from "./target";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { owner } = await currentCase((await params).caseId, "/webhooks");
  const webhooks = await listWebhooks(owner.id);
  const now = new Date();
  return (
    <>
      <PageHeader title="Webhooks">
        Every alert of this case is posted to these URLs as JSON, signed, and tried again until it is
        accepted.
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <Form
          action={add.bind(null, owner.id)}
          className="flex flex-wrap items-start gap-2"
          // A new one begins with an empty field.
          key={webhooks.length}
        >
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
        {webhooks.length === 0 ? (
          <Empty title="No webhooks yet">
            <p>
              Add the URL of a program, a chat or an on-call service. It must answer with a status from 200 to
              209.
            </p>
          </Empty>
        ) : (
          webhooks.map((webhook) => <Target key={webhook.id} caseId={owner.id} webhook={webhook} now={now} />)
        )}
      </div>
      <Refresh everySeconds={15} />
    </>
  );
}
