"use client";

import * as Radix from "@radix-ui/react-dialog";
import { X } from "@/components/ui/icons";
import { useFormerFocus } from "./former-focus";

type DialogProps = {
  title: string;
  description: React.ReactNode;
  trigger?: React.ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: React.ReactNode;
};

export function Dialog({ title, description, trigger, children, ...state }: DialogProps) {
  const formerFocus = useFormerFocus();
  return (
    <Radix.Root {...state}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[oklch(0_0_0/0.4)]" />
        <Radix.Content
          {...(!trigger && formerFocus)}
          className="fixed top-1/2 left-1/2 z-50 grid max-h-[90dvh] w-[min(28rem,calc(100vw-2rem))] -translate-1/2 gap-4 overflow-y-auto wrap-anywhere rounded-xl border border-line bg-surface p-5 shadow-2xl"
        >
          <div className="grid gap-1 pr-8">
            <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
            <Radix.Description asChild>
              <div className="text-ink-quiet">{description}</div>
            </Radix.Description>
          </div>
          {children}
          <Radix.Close
            aria-label="Close"
            className="absolute top-4 right-4 grid size-7 place-items-center rounded-md text-ink-quiet hover:bg-surface-quiet hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
