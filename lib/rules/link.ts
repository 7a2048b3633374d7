const MAX_CHARACTERS = 2_000;

/**
 * Why people cannot be led to this URL; null if they can. What a browser skips or shows in another order, such as line breaks and marks
 * of direction, is refused, so that everyone reads where it leads.
 */
export function linkProblem(text: string): string | null {
  if (text.length > MAX_CHARACTERS)
    return `is too long (maximum is ${MAX_CHARACTERS.toLocaleString("en")} characters)`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:\/\//i.test(text) || /[\s\p{C}<>"\\]/u.test(text))
    return "must be a URL with http:// or https://";
  return url.username || url.password ? "can't have a user name or a password: alerts show it" : null;
}
