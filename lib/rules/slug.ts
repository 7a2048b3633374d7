const MAX_CHARACTERS = 255;

/** What can be in a path as the slug of a snitch. Clients resolve “.” and “..”, so that no path could name them. */
export const isSlug = (text: string): boolean => /^(?!\.{1,2}$)[\w.-]{1,255}$/.test(text);

/**
 * A name as a part of a URL: lower-case letters, digits, “-” and “_”, made as Healthchecks makes it, so that a slug that follows
 * a name is the same there and here. Empty if the name has no such characters.
 */
export const slugify = (name: string): string =>
  name
    .normalize("NFKD")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: all that is not ASCII goes, as in Django.
    .replace(/[^\x00-\x7f]/g, "")
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replace(/[-\s]+/g, "-")
    .slice(0, MAX_CHARACTERS)
    .replace(/^[-_]+|[-_]+$/g, "");
