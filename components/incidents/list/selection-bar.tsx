import { MuteMenu } from "@/components/mute/mute-menu";
import { Button } from "@/components/ui/button";
import { Check, X } from "@/components/ui/icons";

type SelectionBarProps = {
  count: number;
  acknowledge: () => void;
  snooze: (until: string) => void;
  pause: (until: string) => void;
  clear: () => void;
};

/** What can be done with the selected incidents. */
export const SelectionBar = ({ count, acknowledge, snooze, pause, clear }: SelectionBarProps) => (
  <div role="toolbar" aria-label="Selected incidents" className="incidents-bar afloat">
    <span aria-live="polite" className="px-2 text-sm whitespace-nowrap tabular-nums">
      {count} selected
    </span>
    <Button look="bare" onClick={acknowledge}>
      <Check aria-hidden />
      Acknowledge
    </Button>
    <MuteMenu look="bare" hotkey="s" snooze={snooze} pause={pause} />
    <Button look="bare" className="px-2!" aria-label="Clear the selection" onClick={clear}>
      <X aria-hidden />
    </Button>
  </div>
);
