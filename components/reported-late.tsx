import { Time } from "./time";

type ReportedLateProps = { at: Date; receivedAt: Date };

/** “, reported late at 09:12”: what follows the words for something that happened before its report came. */
export const ReportedLate = ({ at, receivedAt }: ReportedLateProps) => (
  <span className="font-normal text-ink-quiet">
    , reported late at <Time at={receivedAt} near={at} isTabStop={false} />
  </span>
);

/** The same on a line of its own, below what happened: “Reported late at 09:12”. */
export const ReportedLateLine = ({ at, receivedAt }: ReportedLateProps) => (
  <span className="block text-xs whitespace-nowrap text-ink-quiet">
    Reported late at <Time at={receivedAt} near={at} isTabStop={false} />
  </span>
);

/** “It ran at 03:00. Its report came at 09:12.” */
export const LateSentence = ({ at, receivedAt }: ReportedLateProps) => (
  <>
    It ran at <Time at={at} near={receivedAt} isTabStop={false} />. Its report came at{" "}
    <Time at={receivedAt} near={at} isTabStop={false} />.
  </>
);
