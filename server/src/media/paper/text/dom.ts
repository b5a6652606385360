import { Parser } from 'htmlparser2'

/** Words, or an element. */
export type Node = string | Tag

export interface Tag {
  name: string
  attribs: Record<string, string>
  children: Node[]
}

export function parseHtml(html: string): Node[] {
  const root: Tag = { name: '', attribs: {}, children: [] }
  const open: Tag[] = [root]
  const parser = new Parser({
    onopentag(name, attribs) {
      const tag: Tag = { name, attribs, children: [] }
      open.at(-1)?.children.push(tag)
      open.push(tag)
    },
    ontext(words) {
      open.at(-1)?.children.push(words)
    },
    onclosetag() {
      if (open.length > 1) open.pop()
    },
  })
  parser.end(html)
  return root.children
}

export function tagsIn({ children }: Tag): Tag[] {
  return children.filter((child): child is Tag => typeof child !== 'string')
}

/** All words inside, as they are written. */
export function wordsOf(node: Node | undefined): string {
  if (node === undefined || typeof node === 'string') return node ?? ''
  return node.children.map(wordsOf).join('')
}
