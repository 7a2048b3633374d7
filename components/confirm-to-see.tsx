import { ButtonLink } from "@/components/ui/button";

/** In place of a secret, for a person who has not shown of late who they are. `href`: where they do, and come back. */
export const ConfirmToSee = ({ what, href }: { what: string; href: string }) => (
  <div className="flex flex-wrap items-center gap-3">
    <p className="text-ink-quiet">Hidden until you confirm it’s you.</p>
    <ButtonLink href={href}>
      {/* One element: the parts of a button are set apart. */}
      <span>
        Show<span className="sr-only"> {what}</span>…
      </span>
    </ButtonLink>
  </div>
);
