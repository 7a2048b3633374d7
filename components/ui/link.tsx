import NextLink from "next/link";

/**
 * A link to another page of Tattle. It loads the page when it is followed, not before: a list would otherwise request each of
 * its rows whenever it refreshes, and what was prefetched is soon out of date.
 */
export const Link = (props: React.ComponentProps<typeof NextLink>) => (
  <NextLink prefetch={false} {...props} />
);
