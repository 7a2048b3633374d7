import type { Preferences } from "@/lib/people/users/preferences";

/** The size at which `npm run pictures` takes it. */
const SIZE = { width: 1280, height: 760 };

/** The list of snitches, in the reader's theme. */
export function ProductPicture({ theme }: { theme: Preferences["theme"] }) {
  return (
    <picture>
      {!theme && <source srcSet="/product-dark.webp" media="(prefers-color-scheme: dark)" />}
      <img
        {...SIZE}
        src={theme === "dark" ? "/product-dark.webp" : "/product-light.webp"}
        alt="The list of snitches: one is missing, one has reported an error, the others are healthy, each with its history"
        loading="lazy"
        decoding="async"
        className="h-auto w-full rounded-lg border border-line shadow-xl"
      />
    </picture>
  );
}
