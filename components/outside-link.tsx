/** A link that people wrote, to another site. */
export const OutsideLink = ({ href, children }: { href: string; children: React.ReactNode }) => (
  <a
    href={href}
    target="_blank"
    rel="noopener noreferrer nofollow"
    className="text-ink underline underline-offset-4"
  >
    {children}
  </a>
);
