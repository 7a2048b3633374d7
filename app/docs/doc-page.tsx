import { Prose } from "@/components/prose";

type DocPageProps = { title: string; lead: string; children: React.ReactNode };

/** A page of documentation: a title, a summary and sections. */
export function DocPage({ title, lead, children }: DocPageProps) {
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="grid gap-2">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        <p className="max-w-prose text-lg text-ink-quiet text-pretty">{lead}</p>
      </header>
      {children}
    </article>
  );
}

export function DocSection({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
      {children}
    </section>
  );
}

/** A paragraph in which `backticks` mark code. */
export const Paragraph = ({ text }: { text: string }) => (
  <p className="max-w-prose leading-6">
    <Prose text={text} />
  </p>
);

export const NumberedList = ({ items }: { items: string[] }) => (
  <ol className="grid max-w-prose list-decimal gap-2 pl-5 leading-6 marker:text-ink-quiet">
    {items.map((text) => (
      <li key={text}>
        <Prose text={text} />
      </li>
    ))}
  </ol>
);

export const BulletList = ({ items }: { items: string[] }) => (
  <ul className="grid max-w-prose list-disc gap-2 pl-5 leading-6 marker:text-ink-quiet">
    {items.map((text) => (
      <li key={text}>
        <Prose text={text} />
      </li>
    ))}
  </ul>
);
