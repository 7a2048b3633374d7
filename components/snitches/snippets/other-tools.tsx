import { DocsLink } from "@/components/page-header";
import { CopyField } from "@/components/ui/copy-field";
import { Fold } from "@/components/ui/fold";
import type { ProtocolAddress } from "./protocol-addresses";

type OtherToolsProps = { addresses: ProtocolAddress[]; checkInKey: string };

/** The addresses of a snitch for scripts that were written for another tool, folded away: most jobs need none of them. */
export const OtherTools = ({ addresses, checkInKey }: OtherToolsProps) => (
  <Fold title="The job already reports to another tool">
    <div className="grid gap-3 pt-3">
      <p className="max-w-prose text-sm text-ink-quiet">
        Replace the old URL with the one below. The rest of the script stays the same.
      </p>
      {addresses.map(({ tool, url }) => (
        <CopyField key={tool} label={tool} value={url} what={`the address for ${tool}`} />
      ))}
      <DocsLink page={`/works-with?snitch=${checkInKey}#coming-from`}>
        Sentry, Cronitor, and whole installations
      </DocsLink>
    </div>
  </Fold>
);
