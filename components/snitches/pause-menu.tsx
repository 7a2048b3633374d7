"use client";

import { startTransition, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import { Pause } from "@/components/ui/icons";
import { Menu, MenuItem } from "@/components/ui/menu";
import { whileReachable } from "@/components/ui/reachable";
import { toast } from "@/components/ui/toast";

/** The three ways to end a pause. */
export function PauseMenu({ action }: { action: FormAction }) {
  const [isChoosing, setChoosing] = useState(false);
  const wantsTime = useRef(false);

  const pauseUntil = (until: string) =>
    startTransition(async () => {
      const form = new FormData();
      form.set("until", until);
      const { error } = await whileReachable(action)({}, form);
      if (error) toast(error);
    });

  return (
    <>
      <Menu
        onClosed={() => {
          setChoosing(wantsTime.current);
          wantsTime.current = false;
        }}
        trigger={
          <Button data-hotkey="p" className="noscript:hidden">
            <Pause aria-hidden />
            Pause
          </Button>
        }
      >
        <MenuItem onSelect={() => pauseUntil("healthy")}>Until it checks in again</MenuItem>
        <MenuItem onSelect={() => pauseUntil("unpaused")}>Until I unpause it</MenuItem>
        <MenuItem
          onSelect={() => {
            wantsTime.current = true;
          }}
        >
          Until a time…
        </MenuItem>
      </Menu>
      <Dialog
        open={isChoosing}
        onOpenChange={setChoosing}
        title="Pause until a time"
        description="No alerts are sent before then. Check-ins are still recorded."
      >
        <Form action={action}>
          <Field label="Time in UTC" name="time" type="datetime-local" required />
          <Submit busy="Pausing…">Pause</Submit>
        </Form>
      </Dialog>
    </>
  );
}

/** The same without JavaScript. */
export function PauseForm({ action }: { action: FormAction }) {
  return (
    <Form action={action} className="flex gap-2">
      <select
        name="until"
        aria-label="Pause until"
        className="h-8 rounded-md border border-line bg-surface px-2 text-sm"
      >
        <option value="healthy">Until it checks in again</option>
        <option value="unpaused">Until I unpause it</option>
      </select>
      <Submit look="plain" busy="Pausing…">
        Pause
      </Submit>
    </Form>
  );
}
