import type { Editor } from '@tiptap/core'
import type { Node as DocNode } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { useEffect } from 'react'
import { isTemplateType } from '../entry-data/entry-types.ts'
import { keepLink } from '../links/live-links.ts'
import type { CurrentTitles } from '../rendered-text/links/current-titles.ts'
import { entryOf } from '../rendered-text/links/entry-of-link.ts'
import { changedTextBlocks } from './extensions/changed-blocks.ts'
import { setTitles } from './extensions/entry-links.extension.ts'
import { REMOTE } from './text/apply-remote.ts'

/** An entry that comes into the text is linked, and its link shows its current title. */
export function useEntryLinks(editor: Editor | null, entryId: number, titles: CurrentTitles): void {
  useEffect(() => {
    if (!editor) return
    const look = ({ transaction }: { transaction: Transaction }) => {
      if (!transaction.docChanged || transaction.getMeta(REMOTE)) return
      for (const { href, words } of newLinks(transaction)) {
        const target = entryOf({ href })
        if (!target || isTemplateType(target.type)) continue
        keepLink(entryId, { type: target.type, id: target.id, title: words })
      }
    }
    editor.on('transaction', look)
    return () => {
      editor.off('transaction', look)
    }
  }, [editor, entryId])
  useEffect(() => {
    if (editor && !editor.isDestroyed) setTitles(editor.view, titles)
  }, [editor, titles])
}

interface Link {
  href: string
  words: string
}

/** The links that a transaction brought into the text. One that was moved or typed in was there before. */
function newLinks(transaction: Transaction): Link[] {
  const found = [...changedTextBlocks(transaction).values()].flatMap(linksIn)
  if (found.length === 0) return []
  const before = new Set(linksIn(transaction.before).map(({ href }) => href))
  return found.filter(({ href }) => !before.has(href))
}

function linksIn(parent: DocNode): Link[] {
  const found: Link[] = []
  parent.descendants((node) => {
    const link = node.isText && node.marks.find(({ type }) => type.name === 'link')
    if (link && typeof link.attrs.href === 'string') found.push({ href: link.attrs.href, words: node.text ?? '' })
  })
  return found
}
