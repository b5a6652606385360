/** A link as Markdown writes it, with the title of its entry. */
export function markdownLink(title: string, href: string): string {
  return `[${title.replace(/[[\]\\]/g, '\\$&')}](${href} "${title.replace(/["\\]/g, '\\$&')}")`
}
