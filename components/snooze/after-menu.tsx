"use client";

import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { orNothing } from "@/components/ui/or-nothing";

// Loaded only when somebody chooses a time.
const TimeDialog = dynamic(() => orNothing(import("./time-dialog")), { ssr: false });

/** The state of the dialog for a time that an item of a menu opens. It opens after the menu has closed. */
export function useAfterMenu() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const isWanted = useRef(false);
  const ask = () => {
    isWanted.current = true;
    setOpened(true);
  };
  const onClosed = () => {
    setOpen(isWanted.current);
    isWanted.current = false;
  };
  return { isOpen, wasOpened, setOpen, ask, onClosed };
}

type AfterMenuDialogProps = {
  menu: ReturnType<typeof useAfterMenu>;
  snooze: (until: Date) => void;
  isIncident?: boolean;
};

export const AfterMenuDialog = ({ menu: { isOpen, wasOpened, setOpen }, ...dialog }: AfterMenuDialogProps) =>
  wasOpened && <TimeDialog {...dialog} open={isOpen} onOpenChange={setOpen} />;
