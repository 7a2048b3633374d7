import { ButtonLink } from "@/components/ui/button";
import { Monitor } from "@/components/ui/icons";

/** Leads to the board of the case. */
export const BoardLink = ({ caseId }: { caseId: string }) => (
  <ButtonLink href={`/${caseId}/board`} look="bare" title="A page for a screen on the wall">
    <Monitor aria-hidden />
    Board
  </ButtonLink>
);
