/** “1 snitch”, “2,130 snitches”. `many`: the plural of `one`, if it is not made with an s. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
