"use client";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import { formatCount } from "@/lib/rules/format-count";

type SendDrillProps = {
  action: FormAction;
  /** The names of those who are notified. */
  channels: string[];
  addresses: string[];
  /** Without a mail server, no one gets emails. */
  sendsEmail: boolean;
};

/** Says what is sent to whom before it is sent. */
export function SendDrill({ action, channels, addresses, sendsEmail }: SendDrillProps) {
  return (
    <Dialog
      title="Send a fire drill?"
      description={
        <p>Each of these gets one message now, marked as a fire drill, with a link to confirm it.</p>
      }
      trigger={
        <Button id="send-drill" look="primary">
          Send Fire Drill…
        </Button>
      }
    >
      <Names title={formatCount(channels.length, "channel")} names={channels} />
      <Names title={formatCount(addresses.length, "address", "addresses")} names={addresses} />
      {!sendsEmail && (
        <p className="text-sm text-errored">
          No mail server is set up, so emails stay in the outbox and no one gets them.
        </p>
      )}
      <Form action={action}>
        <div>
          <Submit busy="Sending…">Send Fire Drill</Submit>
        </div>
      </Form>
    </Dialog>
  );
}

const MAX_SHOWN = 8;

function Names({ title, names }: { title: string; names: string[] }) {
  if (names.length === 0) return null;
  const more = names.length - MAX_SHOWN;
  return (
    <div className="grid gap-1 text-sm">
      <h3 className="font-medium">{title}</h3>
      <ul className="grid gap-0.5 text-ink-quiet">
        {names.slice(0, MAX_SHOWN).map((name, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two channels may have one name, and the list never changes its order.
          <li key={i} className="wrap-anywhere">
            <bdi>{name}</bdi>
          </li>
        ))}
        {more > 0 && <li>and {more.toLocaleString("en")} more</li>}
      </ul>
    </div>
  );
}
