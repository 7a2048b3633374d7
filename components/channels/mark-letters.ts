/** Two letters for a service: the first capitals of its name, or its first two letters. */
export function markLetters(label: string): string {
  const [first = "", second] = label.match(/\p{Lu}/gu) ?? [];
  return second ? first + second : label.slice(0, 2);
}
