/** The tags that a list is asked to carry: `tags=a,b`, or one by one as `tags[]=a` and `tags[0]=a`. */
export function parseTagFilter(url: string): string[] {
  const query = new URLSearchParams(url.split(/\?(.*)/s)[1] ?? "");
  const wanted = [...query].flatMap(([name, value]) => {
    if (name === "tags") return value.split(",");
    return /^tags\[\d*\]$/.test(name) ? [value] : [];
  });
  return [...new Set(wanted.map((tag) => tag.trim()).filter(Boolean))];
}

/** What the last part of a path may mean as a tag: a `+` is itself, or else a space. */
export function tagCandidates(url: string): string[] {
  const written = url.split("?", 1)[0]?.replace(/\/+$/, "").split("/").at(-1) ?? "";
  return [written, written.replaceAll("+", " ")].map((reading) => decodeURIComponent(reading).trim());
}
