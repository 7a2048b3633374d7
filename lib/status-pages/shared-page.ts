import type { Visibility } from "./page-input";

/** Whether everyone may see a page from everywhere, so that caches, static copies and badges may have it. */
export const isSharedPage = ({
  visibility,
  networks,
}: {
  visibility: Visibility;
  networks: string[];
}): boolean => visibility === "public" && networks.length === 0;

/** The same in SQL, of `pages`. */
export const IS_SHARED = "visibility = 'public' AND networks = '{}'";
