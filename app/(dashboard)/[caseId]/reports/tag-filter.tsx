import { Chip } from "../(list)/chip";

type TagFilterProps = { tags: string[]; chosen: string | null; buildUrl: (tag: string | null) => string };

/** The tags of the case as links. The chosen one leads back to all. */
export const TagFilter = ({ tags, chosen, buildUrl }: TagFilterProps) => (
  <nav aria-label="Tag" className="flex flex-wrap gap-1.5 pb-4 print:hidden">
    {tags.map((tag) => (
      <Chip key={tag} href={buildUrl(tag === chosen ? null : tag)} label={tag} isOn={tag === chosen} />
    ))}
  </nav>
);
