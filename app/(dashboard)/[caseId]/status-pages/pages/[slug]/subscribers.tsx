import { Confirm } from "@/components/confirm";
import { Button } from "@/components/ui/button";
import { Check } from "@/components/ui/check";
import { ChoiceField } from "@/components/ui/choice-field";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { formatCount } from "@/lib/rules/format-count";
import type { StoredPage } from "@/lib/status-pages/find-page";
import { listSubscribers } from "@/lib/status-pages/subscribers/list";
import { changePublishingAction, removeSubscriberAction } from "../../actions";
import { Save } from "./save";

const MAX_LISTED = 50;

const PUBLISH = [
  ["never", "Manual only", "The page shows the updates that people post."],
  [
    "after",
    "Publish long incidents automatically",
    "And their end. The page says which component, and nothing else.",
  ],
] as const;

type SubscribersProps = { caseId: string; page: StoredPage; search: string };

/** What a page publishes automatically, and who is emailed what is published. */
export const Subscribers = ({ caseId, page, search }: SubscribersProps) => (
  <div className="grid gap-8">
    <Form
      asksBeforeLeaving
      action={changePublishingAction.bind(null, caseId, page.id)}
      className="group/publishing grid gap-5"
    >
      <ChoiceField name="publish" label="Incidents" value={page.settings.publish} choices={PUBLISH} />
      <div className="hidden gap-5 group-has-[[value=after]:checked]/publishing:grid">
        <Field
          name="publish_after"
          label="After (minutes)"
          inputMode="numeric"
          autoComplete="off"
          className="max-w-28"
          defaultValue={page.settings.publish_after / 60}
        />
        <Check name="notify_automatic" value="yes" defaultChecked={page.settings.notify_automatic}>
          Also email subscribers
        </Check>
      </div>
      <Save />
    </Form>
    <SubscriberList caseId={caseId} page={page} search={search} />
  </div>
);

async function SubscriberList({ caseId, page, search }: SubscribersProps) {
  const { count, subscribers = [] } = await listSubscribers(caseId, page.slug, true);
  const matches = subscribers.filter(({ address }) => address.includes(search.toLowerCase()));
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      <p className="text-ink-quiet">
        {subscribers.length === 0
          ? "No subscribers yet. Readers subscribe on the page."
          : `${formatCount(count, "reader")} confirmed. Nothing is sent to others.`}
      </p>
      {subscribers.length > 1 && (
        <form className="flex items-end gap-2">
          <input type="hidden" name="tab" value="subscribers" />
          <Field name="subscriber" label="Search addresses" type="search" defaultValue={search} />
          <Button type="submit">Search</Button>
        </form>
      )}
      {matches.length > 0 ? (
        <ul aria-label="Subscribers" className="grid divide-y divide-line border-y border-line">
          {matches.slice(0, MAX_LISTED).map(({ id, address, confirmed_at, components }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-sm">
              <span className="min-w-0 wrap-anywhere">
                {address}
                <span className="text-ink-quiet">
                  {confirmed_at === null && ", not confirmed"}
                  {components.length > 0 && `, of ${formatCount(components.length, "component")}`}
                </span>
              </span>
              <Confirm
                trigger="Remove…"
                label={`Remove ${address}`}
                title={`Remove ${address}?`}
                description="No one is notified, and the reader may subscribe again."
                confirm="Remove Subscriber"
                busy="Removing…"
                action={removeSubscriberAction.bind(null, caseId, page.id, id)}
              />
            </li>
          ))}
        </ul>
      ) : (
        subscribers.length > 0 && <p>No address contains “{search}”.</p>
      )}
      {matches.length > MAX_LISTED && (
        <p className="text-sm text-ink-quiet">
          And {matches.length - MAX_LISTED} more: search for an address, or read them all with the API.
        </p>
      )}
    </section>
  );
}
