import clsx from "clsx";
import { Form, Submit } from "@/components/ui/form";
import type { FoundChannel } from "@/lib/channels/list";
import { enableChannelAction } from "../actions";

type SwitchedOffProps = { caseId: string; channel: FoundChannel; isManager: boolean };

/** Why a channel was switched off, and what to do. */
export const SwitchedOff = ({ caseId, channel: { id, disabledReason }, isManager }: SwitchedOffProps) => (
  <section
    aria-label="Switched off"
    className={clsx(
      "mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border px-4 py-3",
      disabledReason ? "border-failed/40 bg-failed/8" : "border-line bg-surface-quiet",
    )}
  >
    <div className="grid min-w-0 max-w-prose gap-1">
      <p className={clsx("font-medium wrap-anywhere", disabledReason && "text-failed")}>
        {disabledReason ?? "A member switched it off."}
      </p>
      <p className="text-sm text-ink-quiet">
        {disabledReason ? "Fix it, then switch it on. " : ""}Alerts that were queued in the last day are sent
        once it’s switched on. Alerts raised while it’s off are not.
      </p>
    </div>
    {isManager && (
      <Form action={enableChannelAction.bind(null, caseId, id)}>
        <Submit busy="Switching on…">Switch On</Submit>
      </Form>
    )}
  </section>
);
