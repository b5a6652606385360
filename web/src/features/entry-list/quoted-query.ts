/** A search for these letters as they are, whatever they mean in a query. */
export function quotedQuery(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
