import type { Editing } from "@/components/setting-row";
import { ButtonLink } from "@/components/ui/button";
import { Plus } from "@/components/ui/icons";

/** Opens the form of a new rule, below the others. */
export const AddLink = ({
  id,
  path,
  mayChange,
  children,
}: Editing & { id: string; children: React.ReactNode }) =>
  mayChange && (
    <ButtonLink href={`${path}?edit=${id}#${id}`} scroll={false} className="w-fit">
      <Plus aria-hidden />
      {children}
    </ButtonLink>
  );
