/** The link to another page of Tattle that a click follows in this tab; null if there is none. */
export function findFollowedLink(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return null;
  if (link.origin !== location.origin || link.target === "_blank" || link.hasAttribute("download"))
    return null;
  const isOnThisPage = link.pathname === location.pathname && link.search === location.search && link.hash;
  return isOnThisPage ? null : link;
}
