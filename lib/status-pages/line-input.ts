import { BLANK, filledText } from "@/lib/platform/text-input";

/** A line of text that may not be blank: what it is called for everyone who sees it. */
export const publicLine = (maximum: number) =>
  filledText(maximum, BLANK).refine(
    (text) => !/[\p{Cc}\u2028\u2029]/u.test(text),
    "can't have line breaks or control characters",
  );
