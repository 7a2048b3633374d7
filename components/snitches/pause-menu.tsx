"use client";

import { startTransition } from "react";
import { snoozeChoices } from "@/components/snooze/choices";
import { useReaderZone } from "@/components/time";
import { Button } from "@/components/ui/button";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import { Pause } from "@/components/ui/icons";
import { Menu, MenuItem } from "@/components/ui/menu";
import { whileReachable } from "@/components/ui/reachable";
import { toast } from "@/components/ui/toast";

/** Pauses without a time. A pause until a time is a snooze. */
export function PauseMenu({ action }: { action: FormAction }) {
  const pauseUntil = (until: string) =>
    startTransition(async () => {
      const form = new FormData();
      form.set("until", until);
      const { error } = await whileReachable(action)({}, form);
      if (error) toast(error);
    });

  return (
    <Menu
      align="start"
      trigger={
        <Button data-hotkey="p" className="noscript:hidden">
          <Pause aria-hidden />
          Pause
        </Button>
      }
    >
      <MenuItem onSelect={() => pauseUntil("healthy")}>Until it checks in again</MenuItem>
      <MenuItem onSelect={() => pauseUntil("unpaused")}>Until I unpause it</MenuItem>
    </Menu>
  );
}

/** Snooze and pause without JavaScript, in the reader’s zone. */
export function PauseForm({ action, now }: { action: FormAction; now: Date }) {
  const zone = useReaderZone();
  return (
    <Form action={action} className="flex gap-2">
      <input type="hidden" name="zone" value={zone} />
      <select
        name="until"
        aria-label="Pause until"
        className="h-8 rounded-md border border-line bg-surface px-2 text-sm"
      >
        {snoozeChoices(now, zone).map(({ snooze, label, detail }) => (
          <option key={snooze} value={snooze}>{`${label} (${detail})`}</option>
        ))}
        <option value="healthy">Until it checks in again</option>
        <option value="unpaused">Until I unpause it</option>
      </select>
      <Submit look="plain" busy="Pausing…">
        Pause
      </Submit>
    </Form>
  );
}
