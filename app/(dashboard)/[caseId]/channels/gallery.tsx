import { galleryGroups } from "@/components/channels/gallery";
import { ServiceMark } from "@/components/channels/service-mark";
import { BellRing, MessageSquare, Smartphone, Webhook } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import type { GroupName } from "@/lib/channel-kinds/kind";

const ICONS: Record<GroupName, typeof Webhook> = {
  chat: MessageSquare,
  "on-call": BellRing,
  push: Smartphone,
  own: Webhook,
};

/** All kinds of channels to choose from, in groups. */
export const Gallery = ({ caseId }: { caseId: string }) => (
  <div className="grid gap-8">
    {galleryGroups().map(({ name, title, choices }) => {
      const Icon = ICONS[name];
      return (
        <section key={name} aria-labelledby={`group-${name}`} className="grid gap-3">
          <h2 id={`group-${name}`} className="flex items-center gap-2 text-sm font-semibold">
            <Icon aria-hidden className="size-4 text-ink-quiet" />
            {title}
          </h2>
          <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
            {choices.map(({ kind, label, needs }) => (
              <li key={kind} className="grid">
                <Link
                  href={`/${caseId}/channels/new/${kind}`}
                  className="flex items-start gap-3 rounded-lg border border-line px-3.5 py-3 transition-colors hover:border-ink-quiet/50 hover:bg-surface-quiet"
                >
                  <ServiceMark kind={kind} />
                  <span className="grid min-w-0 gap-0.5">
                    <span className="font-medium">{label}</span>
                    <span className="text-sm text-ink-quiet">{needs}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      );
    })}
  </div>
);
