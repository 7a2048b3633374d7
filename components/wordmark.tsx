/** The product's name and logo. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 text-lg font-semibold tracking-tight">
      <svg aria-hidden viewBox="0 0 32 32" className="size-5">
        <rect width="32" height="32" rx="9" className="fill-accent" />
        <path
          d="M10 16.5l4.2 4.2L22.5 12"
          className="stroke-surface"
          strokeWidth="3.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          fill="none"
        />
      </svg>
      Tattle
    </span>
  );
}
