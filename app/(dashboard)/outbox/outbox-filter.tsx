import { Button, ButtonLink } from "@/components/ui/button";
import { INPUT } from "@/components/ui/input";
import type { CapturedQuery } from "@/lib/mail/list-captured";

/** Searches captured emails by subject and address. A plain form, so that it works without JavaScript. */
export function OutboxFilter({ query: { subject, to } }: { query: CapturedQuery }) {
  return (
    <search>
      {/* A new key after each search, so that the fields show what was searched for. */}
      <form action="/outbox" className="flex flex-wrap gap-2 pb-3" key={`${subject} ${to}`}>
        <SearchInput name="subject" label="Search subjects" value={subject} />
        <SearchInput name="to" label="Filter by address" value={to} />
        <Button type="submit" className="h-9">
          Search
        </Button>
        {(subject || to) && (
          <ButtonLink href="/outbox" look="bare" className="h-9">
            Clear
          </ButtonLink>
        )}
      </form>
    </search>
  );
}

const SearchInput = ({ name, label, value }: { name: string; label: string; value?: string }) => (
  <input
    name={name}
    type="search"
    aria-label={label}
    placeholder={`${label}…`}
    defaultValue={value}
    className={`${INPUT} h-9 min-w-40 flex-1 sm:max-w-64`}
  />
);
