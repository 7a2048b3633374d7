"use client";

import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { KEYS } from "./shortcuts";

export default function KeysOverlay({ close }: { close: () => void }) {
  return (
    <Dialog
      title="Keyboard shortcuts"
      description={<p>Shortcuts are off while you type.</p>}
      open
      onOpenChange={(isOpen) => !isOpen && close()}
    >
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-sm">
        {KEYS.map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd className="text-ink-quiet">{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
