import { ButtonLink } from "@/components/ui/button";
import { CopyPlus } from "@/components/ui/icons";

/** The form that adds a copy of a snitch. */
export const duplicateUrl = (caseId: string, token: string) => `/${caseId}/new?from=${token}`;

/** Leads to that form from the snitch’s page. */
export const DuplicateLink = ({ caseId, token }: { caseId: string; token: string }) => (
  <ButtonLink href={duplicateUrl(caseId, token)} look="bare" className="print:hidden">
    <CopyPlus aria-hidden />
    Duplicate
  </ButtonLink>
);
