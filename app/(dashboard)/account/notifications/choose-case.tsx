import clsx from "clsx";
import { Link } from "@/components/ui/link";

type ChooseCaseProps = { path: string; cases: { id: string; name: string }[]; currentId: string };

/** Says which case the choices are about; with several, each is a link. */
export function ChooseCase({ path, cases, currentId }: ChooseCaseProps) {
  const [only] = cases;
  if (cases.length < 2) {
    return <p className="pb-6 wrap-anywhere text-ink-quiet">Your settings for {only?.name}.</p>;
  }
  return (
    <div className="grid gap-2 pb-6">
      <p className="text-ink-quiet">Each case has its own settings.</p>
      <nav aria-label="Choices of the case" className="flex flex-wrap gap-1.5">
        {cases.map(({ id, name }) => (
          <Link
            key={id}
            href={`${path}?case=${id}`}
            aria-current={id === currentId ? "page" : undefined}
            className={clsx(
              "max-w-full truncate rounded-full border px-3 py-1 text-sm",
              id === currentId
                ? "border-ink bg-ink/8 font-medium text-ink"
                : "border-line text-ink-quiet hover:border-ink-quiet/50 hover:text-ink",
            )}
          >
            {name}
          </Link>
        ))}
      </nav>
    </div>
  );
}
