import { findKind } from "@/lib/channel-kinds/find";
import { markLetters } from "./mark-letters";

/** The mark of a kind of channel, next to its name. It is our own: the services do not allow theirs to be used. */
export const ServiceMark = ({ kind }: { kind: string }) => {
  const { label, color } = findKind(kind);
  return (
    <span
      aria-hidden
      style={{ backgroundColor: color, color: "#fff" }}
      className="grid size-8 shrink-0 select-none place-items-center rounded-lg text-xs font-semibold ring-1 ring-line"
    >
      {markLetters(label)}
    </span>
  );
};
