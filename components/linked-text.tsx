import { findLinks } from "./find-links";
import { OutsideLink } from "./outside-link";

/** A text that people wrote, with its web addresses as links. Everything else stays text. */
export const LinkedText = ({ text }: { text: string }) =>
  findLinks(text).map((part, i) =>
    part.href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same part may occur twice, and parts do not move.
      <OutsideLink key={i} href={part.href}>
        {part.text}
      </OutsideLink>
    ) : (
      part.text
    ),
  );
