import { Link } from "@/components/ui/link";
import { Wordmark } from "@/components/wordmark";

export default function AccountLayout({ children }: { children: React.ReactNode }) {
  return (
    <div className="mx-auto grid min-h-dvh w-full max-w-88 content-start gap-8 px-4 pt-[14vh] pb-16">
      <header>
        <Link href="/" className="inline-block">
          <Wordmark />
        </Link>
      </header>
      <main id="content" className="grid gap-6">
        {children}
      </main>
    </div>
  );
}
