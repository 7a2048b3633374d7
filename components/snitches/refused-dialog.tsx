import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { BulkReport } from "./selection/bulk-change";
import { formatSnitches } from "./selection/bulk-text";

/** Which of the selected snitches were not changed, and why. */
export default function RefusedDialog({ done, refused, close }: BulkReport & { close: () => void }) {
  const count = refused.reduce((sum, { names }) => sum + names.length, 0);
  return (
    <Dialog
      title={`${formatSnitches(count)} not changed`}
      description={
        done === 0 ? "None of the selected snitches was changed." : `${formatSnitches(done)} changed.`
      }
      open
      onOpenChange={(isOpen) => !isOpen && close()}
    >
      {refused.map(({ reason, names }) => (
        <section key={reason} className="grid gap-1.5 text-sm">
          <h3 className="font-medium">{capitalize(reason)}.</h3>
          <ul className="grid gap-1 text-ink-quiet">
            {names.toSorted(byName).map((name, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: Several snitches may have one name.
              <li key={i}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Button onClick={close}>Done</Button>
    </Dialog>
  );
}

const byName = new Intl.Collator("en", { numeric: true }).compare;

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
