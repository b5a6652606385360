import type { Editor } from '@tiptap/core'
import { queryClient } from '../../../api/query-client.ts'
import { entryQuery } from '../../entry-data/entry.queries.ts'
import { ENTRY_TYPES, type EntryRef } from '../../entry-data/entry-types.ts'
import { entryOf } from '../../rendered-text/links/entry-of-link.ts'

const FRESH_MS = 60_000

/** The entry of this notebook whose address was copied. */
export function entryAtAddress(text: string): EntryRef | undefined {
  const address = text.trim()
  return /^https?:\/\/\S+$/i.test(address) ? entryOf({ href: address }) : undefined
}

export function hrefOf({ type, id }: EntryRef): string {
  return `${ENTRY_TYPES[type].list}/${id}`
}

/** Its title, or undefined if it cannot be read now. */
export async function titleAt(entry: EntryRef): Promise<string | undefined> {
  const found = await queryClient
    .fetchQuery({ ...entryQuery(entry), staleTime: FRESH_MS, retry: false })
    .catch(() => undefined)
  return found?.data.title || undefined
}

/** Inserts a link with the address as its words, which the title replaces as soon as it is known. */
export function insertAddress(editor: Editor, entry: EntryRef, address: string): void {
  const href = hrefOf(entry)
  const words = address.trim()
  const link = (title: string | null) => [{ type: 'link', attrs: { href, title } }]
  editor
    .chain()
    .focus()
    .insertContent({ type: 'text', text: words, marks: link(null) })
    .run()
  void titleAt(entry).then((title) => {
    if (!title || editor.isDestroyed) return
    const { doc, schema, tr } = editor.state
    doc.descendants((node, position) => {
      const mark = node.isText && node.text === words && node.marks.find(({ type }) => type.name === 'link')
      if (!mark || mark.attrs.href !== href) return
      const marks = [...mark.removeFromSet(node.marks), schema.mark('link', { ...mark.attrs, title })]
      tr.replaceWith(tr.mapping.map(position), tr.mapping.map(position + node.nodeSize), schema.text(title, marks))
    })
    if (tr.docChanged) editor.view.dispatch(tr)
  })
}
