import { findLinks } from "./find-links";

/** A text that people wrote, with its web addresses as links. Everything else stays text. */
export const LinkedText = ({ text }: { text: string }) =>
  findLinks(text).map((part, i) =>
    part.href ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the same part may occur twice, and parts do not move.
        key={i}
        href={part.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="text-ink underline underline-offset-4"
      >
        {part.text}
      </a>
    ) : (
      part.text
    ),
  );
