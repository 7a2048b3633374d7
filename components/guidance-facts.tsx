import type { Guidance } from "@/lib/incidents/guidance";
import { OutsideLink } from "./outside-link";
import { Fact } from "./ui/fact";

/** The hint for an error and the link of its snitch, as items of a list of facts. */
export const GuidanceFacts = ({ hint, link }: Guidance) => (
  <>
    {hint && (
      <Fact label="Hint">
        <span className="wrap-anywhere">
          {hint.url ? <OutsideLink href={hint.url}>{hint.hint}</OutsideLink> : hint.hint}
        </span>
      </Fact>
    )}
    {link && (
      <Fact label="Link">
        <span className="wrap-anywhere">
          <OutsideLink href={link}>{link}</OutsideLink>
        </span>
      </Fact>
    )}
  </>
);
