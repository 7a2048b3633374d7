import { Time } from "@/components/time";
import type { FoundChannel } from "@/lib/channels/list";
import { findRest } from "@/lib/chats/leases";

const WHY: Record<string, string> = {
  telegram: "Another program is already receiving this bot’s updates, or its token is invalid.",
  slack: "Slack does not accept the app token, or Socket Mode is off.",
};

/** Why the buttons of a channel do nothing, if they do not. */
export async function ButtonsRest({ channel: { id, kind }, now }: { channel: FoundChannel; now: Date }) {
  const until = WHY[kind] ? await findRest(id) : null;
  if (!until) return null;
  return (
    <section aria-label="Buttons" className="mb-6 rounded-md border border-failed/40 bg-failed/8 px-4 py-3">
      <p className="max-w-prose font-medium text-failed">
        The buttons below its messages don’t work. {WHY[kind]}
      </p>
      <p className="text-sm text-ink-quiet">
        Tattle tries again at <Time at={until} near={now} />.
      </p>
    </section>
  );
}
