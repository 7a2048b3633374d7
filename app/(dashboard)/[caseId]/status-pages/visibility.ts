import type { Visibility } from "@/lib/status-pages/page-input";

/** Who sees a page, in a word and in a sentence, in the order of the form. */
export const VISIBILITY_LABELS: Record<Visibility, [word: string, meaning: string]> = {
  hidden: ["Draft", "Only members of this case see it, as a preview."],
  public: ["Public", "Anyone sees it, and search engines may list it."],
  link: ["Anyone with the link", "The link contains a key, which you can replace."],
  password: ["Anyone with the password", "The page asks its readers for it."],
};
