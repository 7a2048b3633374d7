/** The tags that a list is asked to carry: `tags=a,b`, `tags[]=a`, `tags[0]=a`, each as often as it comes. */
export function wantedTags(url: string): string[] {
  const query = new URLSearchParams(url.split("#", 1)[0]?.split(/\?(.*)/s)[1] ?? "");
  const given = [...query].filter(([name]) => /^tags(\[\d*\])?$/.test(name)).flatMap(([, value]) => value.split(","));
  return [...new Set(given.map((tag) => tag.trim()).filter(Boolean))];
}
