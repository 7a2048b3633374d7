import { TextLink } from "./text-link";

type StaleLinkProps = { message: string; href: string; label: string };

/** The page of a link that has expired or was used already. */
export function StaleLink({ message, href, label }: StaleLinkProps) {
  return (
    <>
      <h1 className="text-xl font-semibold">This link no longer works</h1>
      <p className="text-ink-quiet">{message}</p>
      <p>
        <TextLink href={href}>{label}</TextLink>
      </p>
    </>
  );
}
