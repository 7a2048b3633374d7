import type { Guidance } from "@/lib/incidents/guidance";
import { OutsideLink } from "./outside-link";
import { Fact } from "./ui/fact";

/** What helps whoever handles an incident, in a list of facts. */
export const GuidanceFacts = ({ link }: Guidance) =>
  link && (
    <Fact label="Link">
      <span className="wrap-anywhere">
        <OutsideLink href={link}>{link}</OutsideLink>
      </span>
    </Fact>
  );
