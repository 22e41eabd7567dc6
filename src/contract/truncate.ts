/** The first `most` characters of a text; never splits a surrogate pair. */
export function truncate(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}
