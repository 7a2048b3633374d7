type LinkProps = React.ComponentProps<"a"> & {
  href: string;
  /** False leaves the page scrolled as it is. */
  scroll?: boolean;
};

/**
 * A link to another page of Tattle, which loads when the link is followed and not before: see docs/decisions/061. It is a plain link:
 * `FollowLinks` follows it without loading the frame of the page again.
 */
export const Link = ({ scroll = true, ...props }: LinkProps) =>
  scroll ? <a {...props} /> : <a {...props} data-scroll="keep" />;
