import { Submit } from "@/components/ui/form";

/** A group of choices without scripts. `value`: verb and end, as “snooze:1_hour”. */
export type MuteOptions = { title: string; options: { value: string; label: string }[] };

type NoScriptBarProps = { mutes: MuteOptions[]; zone: string; result: string | undefined };

/** Without scripts: what was done, and the buttons for the selected incidents. */
export const NoScriptBar = ({ mutes, zone, result }: NoScriptBarProps) => (
  <noscript>
    <div className="flex flex-wrap items-center gap-2 pb-2">
      {result}
      <Submit look="plain" busy="Acknowledging…" name="verb" value="acknowledge">
        Acknowledge
      </Submit>
      <input type="hidden" name="zone" value={zone} />
      <select
        name="mute"
        aria-label="Snooze or pause until"
        className="h-8 rounded-md border border-line bg-surface px-2 text-sm"
      >
        {mutes.map(({ title, options }) => (
          <optgroup key={title} label={title}>
            {options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <Submit look="plain" busy="Saving…" name="verb" value="mute">
        Snooze or Pause
      </Submit>
    </div>
  </noscript>
);
