/** Leads past the navigation to the content. It is seen once it has the focus. */
export const SkipLink = () => (
  <a
    href="#content"
    className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-surface focus:px-3 focus:py-2 focus:shadow-lg"
  >
    Skip to content
  </a>
);
