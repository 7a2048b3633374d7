const WAIT_MS = 10_000;

const findTarget = (at: string) =>
  document.getElementById(at) ?? document.querySelector<HTMLElement>(`main [name="${CSS.escape(at)}"]`);

/**
 * Moves the focus to a part of a page by its id, or to a field by its name, as soon as the page at `pathname` has it. Gives up
 * after ten seconds, and when the person has gone elsewhere.
 */
export function landOn(pathname: string, at: string): void {
  const startedAt = performance.now();
  const look = () => {
    const target = location.pathname === pathname ? findTarget(at) : null;
    if (target) return focusOn(target);
    if (performance.now() - startedAt < WAIT_MS) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function focusOn(target: HTMLElement): void {
  // A section takes the focus only if it is notified to.
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: target.matches("input, select, button") ? "center" : "start" });
}
