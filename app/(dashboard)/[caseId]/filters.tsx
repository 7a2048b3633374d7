import clsx from "clsx";
import { X } from "lucide-react";
import Link from "next/link";
import { StatusMark, statusLabel } from "@/components/snitches/status-badge";
import type { Narrowing } from "@/lib/snitches/list";
import type { Status } from "@/lib/snitches/status";
import { hrefOf } from "./narrowing";
import { SearchField } from "./search-field";

type FiltersProps = { caseId: string; narrowing: Narrowing; tags: { tag: string; worst: Status }[] };

/** What the list is narrowed to and can be: every choice is a link, so that it can be shared and Back works. */
export function Filters({ caseId, narrowing, tags }: FiltersProps) {
  const { status, tags: chosen, search } = narrowing;
  return (
    <div className="flex flex-wrap items-center gap-1.5 pb-3">
      <search className="w-full sm:w-64">
        <form action={`/${caseId}`}>
          {status && <input type="hidden" name="status" value={status} />}
          {chosen.map((tag) => (
            <input key={tag} type="hidden" name="tag" value={tag} />
          ))}
          <SearchField value={search} />
        </form>
      </search>
      {status && (
        <Chip href={hrefOf(caseId, { ...narrowing, status: undefined })} isOn>
          <StatusMark status={status} />
          {statusLabel(status)}
        </Chip>
      )}
      {tags.map(({ tag, worst }) => {
        const isOn = chosen.includes(tag);
        const next = isOn ? chosen.filter((other) => other !== tag) : [...chosen, tag];
        return (
          <Chip key={tag} href={hrefOf(caseId, { ...narrowing, tags: next })} isOn={isOn}>
            {(worst === "failed" || worst === "errored") && <StatusMark status={worst} />}
            {tag}
          </Chip>
        );
      })}
    </div>
  );
}

function Chip({ href, isOn, children }: { href: string; isOn: boolean; children: React.ReactNode }) {
  return (
    <Link
      href={href}
      aria-current={isOn ? "true" : undefined}
      className={clsx(
        "inline-flex h-7 max-w-48 items-center gap-1.5 rounded-full border px-2.5 text-xs font-medium transition-colors",
        isOn ? "border-ink/30 bg-ink/8 text-ink" : "border-line text-ink-quiet hover:text-ink",
      )}
    >
      {children}
      {isOn && (
        <>
          <X aria-hidden className="size-3" />
          <span className="sr-only">, stop filtering</span>
        </>
      )}
    </Link>
  );
}
