/**
 * Writes the box of each task into cleaned HTML: `☑ thaw cells`. A page that is opened from disk, or turned into plain
 * text, then still tells what was ticked.
 */
export function writeTickBoxes(html: string): string {
  if (!/taskList|tox-checklist/.test(html)) return html
  const lists: boolean[] = []
  return html.replace(TAGS, (tags) => {
    const name = /^<\/?(\w+)/.exec(tags)?.[1]?.toLowerCase()
    if (name === 'li') return lists.at(-1) ? `${tags}${isTicked(tags) ? '☑' : '☐'} ` : tags
    if (tags.startsWith('</')) lists.pop()
    else lists.push(/\b(?:data-type="taskList"|class="tox-checklist")/.test(tags))
    return tags
  })
}

/** The start and end of lists, and the start of items with that of their first paragraph. */
const TAGS = /<\/?[uo]l\b[^<>]*>|<li\b[^<>]*>(?:\s*<p\b[^<>]*>)?/gi

function isTicked(item: string): boolean {
  return /data-checked="true"|tox-checklist--checked/.test(item)
}
