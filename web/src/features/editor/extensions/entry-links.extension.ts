import { Extension } from '@tiptap/core'
import type { Node as DocNode } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { type CurrentTitles, titledEntry, titleKey } from '../../rendered-text/links/current-titles.ts'
import { personKey } from '../../rendered-text/links/mentioned-people.ts'
import styles from '../../rendered-text/written-text.module.css'
import { changedTextBlocks } from './changed-blocks.ts'

interface Titled {
  titles: CurrentTitles
  renamed: DecorationSet
}

const key = new PluginKey<Titled>('entryLinks')

/** Links to renamed entries show the new title, and mentions the new name. The stored text keeps the old words. */
export const EntryLinks = Extension.create({
  name: 'entryLinks',
  addProseMirrorPlugins: () => [
    new Plugin<Titled>({
      key,
      state: {
        init: () => ({ titles: new Map(), renamed: DecorationSet.empty }),
        apply: (tr, before) => {
          const titles: CurrentTitles = tr.getMeta(key) ?? before.titles
          if (titles !== before.titles) {
            return { titles, renamed: DecorationSet.create(tr.doc, findRenamed(tr.doc, 0, titles)) }
          }
          if (!tr.docChanged || titles.size === 0) return before
          let renamed = before.renamed.map(tr.mapping, tr.doc)
          for (const [start, block] of changedTextBlocks(tr)) {
            const old = renamed.find(start, start + block.content.size)
            renamed = renamed.remove(old).add(tr.doc, findRenamed(block, start, titles))
          }
          return { titles, renamed }
        },
      },
      props: { decorations: shownTitles },
    }),
  ],
})

/** Tells the editor the titles of today. */
export function setTitles(view: EditorView, titles: CurrentTitles): void {
  if (key.getState(view.state)?.titles === titles) return
  view.dispatch(view.state.tr.setMeta(key, titles).setMeta('addToHistory', false))
}

/** At the cursor the stored words of a link can be edited. */
function shownTitles(state: EditorState): DecorationSet | undefined {
  const { renamed } = key.getState(state) ?? {}
  if (!renamed || renamed === DecorationSet.empty) return undefined
  const { from, to } = state.selection
  return renamed.remove(renamed.find(from, to, ({ isPerson }) => !isPerson))
}

function findRenamed(parent: DocNode, start: number, titles: CurrentTitles): Decoration[] {
  const found: Decoration[] = []
  parent.descendants((node, position) => {
    if (node.type.name === 'mention') found.push(...renamedPerson(node, start + position, titles))
    const link = node.isText && node.marks.find(({ type }) => type.name === 'link')
    if (!link) return
    const words = node.text ?? ''
    const entry = titledEntry({ href: String(link.attrs.href), title: link.attrs.title, words })
    const title = entry && titles.get(titleKey(entry))
    if (!title || title === words) return
    const at = start + position
    const shown = { class: styles.renamed ?? '', 'data-title': title, title: '' }
    found.push(Decoration.inline(at, at + node.nodeSize, shown))
  })
  return found
}

function renamedPerson(mention: DocNode, at: number, titles: CurrentTitles): Decoration[] {
  const { userid, words } = mention.attrs
  const name = titles.get(personKey(Number(userid)))
  if (name === undefined || name === words) return []
  // The view of the mention shows it.
  return [Decoration.node(at, at + mention.nodeSize, {}, { isPerson: true, name })]
}
