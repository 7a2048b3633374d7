import clsx from "clsx";
import { ArrowUp, GripVertical, X } from "@/components/ui/icons";
import { INPUT } from "@/components/ui/input";
import { MAX_PUBLIC_NAME } from "@/lib/rules/limits";
import type { KeyedRow } from "./component-rows";

type ComponentRowProps = {
  row: KeyedRow;
  /** What it represents in the case. */
  subject: string;
  isAdded: boolean;
  isRefused: boolean;
  /** Where a row that is dragged would go. */
  place?: "before" | "after";
  rename: (name: string) => void;
  move: (by: -1 | 1) => void;
  remove: () => void;
  dragFrom: (isDragged: boolean) => void;
  /** Absent while nothing is dragged. */
  dragOver?: (isBelow: boolean) => void;
};

/** A group or a component in the editor: its public name, and buttons that move and remove it. */
export function ComponentRow({ row, subject, isAdded, isRefused, place, ...deeds }: ComponentRowProps) {
  const { rename, move, remove, dragFrom, dragOver } = deeds;
  const isGroup = row.kind === "group";
  const name = row.name || subject;
  return (
    <li
      onDragOver={(event) => {
        if (!dragOver) return;
        event.preventDefault();
        const { top, height } = event.currentTarget.getBoundingClientRect();
        dragOver(event.clientY > top + height / 2);
      }}
      className={clsx(
        "flex items-center gap-1.5 py-1",
        isGroup ? "not-first:mt-3" : "[[data-group]~&]:pl-4",
        place === "before" && "shadow-[0_-2px_0_var(--color-accent)]",
        place === "after" && "shadow-[0_2px_0_var(--color-accent)]",
      )}
      data-group={isGroup || undefined}
    >
      <span
        aria-hidden
        draggable
        onDragStart={({ dataTransfer, currentTarget }) => {
          dataTransfer.setData("text/plain", name);
          dataTransfer.setDragImage(currentTarget.closest("li") ?? currentTarget, 0, 0);
          dragFrom(true);
        }}
        onDragEnd={() => dragFrom(false)}
        className="-ml-1.5 cursor-grab self-start py-2.5 text-ink-quiet max-sm:hidden"
      >
        <GripVertical className="size-4" />
      </span>
      <span className="relative min-w-0 flex-1">
        <input
          value={row.name}
          onChange={({ target }) => rename(target.value)}
          aria-label={isGroup ? "Name of the group" : `Public name of ${subject}`}
          aria-invalid={isRefused || undefined}
          placeholder={isGroup ? "Name of the group" : "Public name"}
          maxLength={MAX_PUBLIC_NAME}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: a person has just added it.
          autoFocus={isAdded}
          className={clsx(INPUT, "h-9", isGroup && "font-semibold")}
        />
        {!isGroup && subject !== row.name && (
          <span className="block truncate px-3 pt-0.5 text-xs text-ink-quiet">{subject}</span>
        )}
      </span>
      <span className="flex self-start pt-1">
        <RowButton label={`Move ${name} up`} onClick={() => move(-1)}>
          <ArrowUp className="size-4" />
        </RowButton>
        <RowButton label={`Move ${name} down`} onClick={() => move(1)}>
          <ArrowUp className="size-4 rotate-180" />
        </RowButton>
        <RowButton label={`Remove ${name}`} onClick={remove}>
          <X className="size-4" />
        </RowButton>
      </span>
    </li>
  );
}

type RowButtonProps = { label: string; onClick: () => void; children: React.ReactNode };

const RowButton = ({ label, ...button }: RowButtonProps) => (
  <button
    {...button}
    type="button"
    aria-label={label}
    className="grid size-7 place-items-center rounded-md text-ink-quiet hover:bg-surface-quiet hover:text-ink"
  />
);
