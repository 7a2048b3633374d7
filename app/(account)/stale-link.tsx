import { TextLink } from "./text-link";

/** The page of a link that has expired or was used already. */
export function StaleLink({ message, href, label }: { message: string; href: string; label: string }) {
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
