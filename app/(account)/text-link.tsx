import { Link } from "@/components/ui/link";

export function TextLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <Link href={href} className="font-medium text-ink underline underline-offset-4">
      {children}
    </Link>
  );
}
