/** The first letters of the first two words: `AG` for "Anti-GFP, goat". */
export function initialsOf(title: string): string {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? '')
  return letters.join('').toLocaleUpperCase() || '?'
}
