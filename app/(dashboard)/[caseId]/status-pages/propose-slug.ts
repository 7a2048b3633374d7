const MAX_LENGTH = 40;

/** The name in the address that a page with this title is offered: “Größe & Co.” is at “grosse-co”. */
export const proposeSlug = (title: string): string =>
  title
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "-")
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-|-$/g, "");
