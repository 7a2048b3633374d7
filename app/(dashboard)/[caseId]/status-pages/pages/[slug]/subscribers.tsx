import { Confirm } from "@/components/confirm";
import { Section } from "@/components/section";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { countInWords } from "@/lib/rules/count-in-words";
import type { PresentedSubscribers } from "@/lib/status-pages/subscribers/list";
import { removeSubscriberAction } from "../../actions";

const MAX_LISTED = 50;

type SubscribersProps = PresentedSubscribers & { caseId: string; pageId: string; search: string };

/** Who is e-mailed what is published on a page. */
export function Subscribers({ caseId, pageId, count, subscribers = [], search }: SubscribersProps) {
  const matches = subscribers.filter(({ address }) => address.includes(search.toLowerCase()));
  return (
    <Section title="Subscribers">
      <p className="text-ink-quiet">
        {subscribers.length === 0
          ? "Nobody subscribes. Readers do by the form on the page."
          : `${countInWords(count, "reader")} confirmed. Nothing is sent to others.`}
      </p>
      {subscribers.length > 1 && (
        <form className="flex items-end gap-2">
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
                  {components.length > 0 && `, of ${countInWords(components.length, "component")}`}
                </span>
              </span>
              <Confirm
                trigger="Remove…"
                label={`Remove ${address}`}
                title={`Remove ${address}?`}
                description="Nobody is notified, and the reader may subscribe again."
                confirm="Remove Subscriber"
                busy="Removing…"
                action={removeSubscriberAction.bind(null, caseId, pageId, id)}
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
    </Section>
  );
}
