import type { ComponentType } from "react";

type Module<Props> = { default: ComponentType<Props> };

/**
 * A part of the page that is loaded later. If its script cannot be loaded, the part is missing until the page is loaded again;
 * otherwise an error would replace the whole page.
 */
export const orNothing = <Props>(loading: Promise<Module<Props>>): Promise<Module<Props>> =>
  loading.catch(() => ({ default: () => null }));
