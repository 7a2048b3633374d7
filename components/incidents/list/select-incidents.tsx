import clsx from "clsx";

/** The ids of the selected incidents, and what selects others. Absent for those who may change none. */
export type Choosing = { chosen: Set<string>; choose: (ids: string[], isOn: boolean) => void } | undefined;

type SelectProps = NonNullable<Choosing> & { ids: string[]; label: string; name?: string; value?: string };

/** A box for one incident or for several. */
export function SelectIncidents({ ids, label, chosen, choose, ...box }: SelectProps) {
  const count = ids.filter((id) => chosen.has(id)).length;
  const isOn = count > 0 && count === ids.length;
  return (
    <label className={clsx("incident-select", !box.name && "noscript:invisible")}>
      <input
        {...box}
        type="checkbox"
        aria-label={label}
        checked={isOn}
        ref={(input) => {
          if (input) input.indeterminate = count > 0 && !isOn;
        }}
        onChange={() => choose(ids, !isOn)}
      />
    </label>
  );
}
