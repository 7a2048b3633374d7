import { RelativeTime } from "@/components/relative-time";
import { Time } from "@/components/time";

type ReadNoteProps = { createdAt: Date; createdBy: string; lastReadAt: Date | null; now: Date };

/** Who shared something and when, and when someone last read it. */
export const ReadNote = ({ createdAt, createdBy, lastReadAt, now }: ReadNoteProps) => (
  <>
    Added <Time at={createdAt} as="date" /> by <span className="wrap-anywhere">{createdBy}</span>.{" "}
    {lastReadAt ? (
      <>
        Last viewed <RelativeTime at={lastReadAt} now={now} />.
      </>
    ) : (
      "Never viewed."
    )}
  </>
);
