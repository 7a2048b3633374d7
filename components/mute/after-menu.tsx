"use client";

import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { orNothing } from "@/components/ui/or-nothing";
import type { MuteVerb } from "@/lib/rules/notifications/mute";
import type { Mutes } from "./mute-items";

// Loaded only when someone chooses a time.
const TimeDialog = dynamic(() => orNothing(import("./time-dialog")), { ssr: false });

/** The state of the dialog for a time that an item of a menu opens. It opens after the menu has closed. */
export function useAfterMenu() {
  const [isOpen, setOpen] = useState(false);
  const [verb, setVerb] = useState<MuteVerb | null>(null);
  const isWanted = useRef(false);
  const ask = (wanted: MuteVerb) => {
    isWanted.current = true;
    setVerb(wanted);
  };
  const onClosed = () => {
    setOpen(isWanted.current);
    isWanted.current = false;
  };
  return { isOpen, verb, setOpen, ask, onClosed };
}

type AfterMenuDialogProps = Mutes & { menu: ReturnType<typeof useAfterMenu> };

export function AfterMenuDialog({ menu: { isOpen, verb, setOpen }, ...mutes }: AfterMenuDialogProps) {
  const mute = verb && mutes[verb];
  return mute && <TimeDialog verb={verb} mute={mute} open={isOpen} onOpenChange={setOpen} />;
}
