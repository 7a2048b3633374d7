import type { Metadata } from "next";
import { Check } from "@/components/ui/check";
import { Form, Saved, Submit } from "@/components/ui/form";
import { findSubscription } from "@/lib/status-pages/subscribers/manage";
import { fill, TEXTS } from "@/lib/status-pages/texts/texts";
import { confirmSubscriptionAction, leavePageAction } from "./actions";

export const metadata: Metadata = {
  title: "Your subscription",
  robots: { index: false },
};

/** What a reader hears of a status page. Opening it changes nothing: mail scanners open every link. */
export default async function SubscriptionPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const subscription = await findSubscription(token);
  if (!subscription)
    return (
      <>
        <h1 className="text-xl font-semibold">You are not subscribed</h1>
        <p className="text-ink-quiet">
          This subscription has ended, or the link is incomplete. You can subscribe again on the page.
        </p>
      </>
    );
  const { address, confirmedAt, components, page } = subscription;
  const texts = TEXTS[page.language];
  return (
    <div lang={page.language} className="contents">
      <h1 className="text-xl font-semibold wrap-anywhere">{page.title}</h1>
      <p className="wrap-anywhere text-ink-quiet">
        {fill(confirmedAt ? texts.subscription : texts.subscriptionAsked, { address })}
      </p>
      <Form action={confirmSubscriptionAction.bind(null, token)} className="grid gap-4">
        {page.components.length > 1 && (
          <fieldset className="grid gap-2">
            <legend className="pb-2 text-sm font-medium">{texts.about}</legend>
            {page.components.map(({ id, name }) => (
              <Check
                key={id}
                name="components"
                value={id}
                defaultChecked={components.length === 0 || components.includes(id)}
              >
                {name}
              </Check>
            ))}
          </fieldset>
        )}
        <div className="flex items-center gap-3">
          <Submit busy={texts.saving} className="h-9">
            {confirmedAt ? texts.saveChoice : texts.confirmSubscription}
          </Submit>
          <Saved>{texts.saved}</Saved>
        </div>
      </Form>
      <Form action={leavePageAction.bind(null, token)} className="border-t border-line pt-6">
        <Submit look="plain" busy={texts.saving} className="h-9">
          {texts.unsubscribe}
        </Submit>
      </Form>
    </div>
  );
}
