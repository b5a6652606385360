import { mentionHref, personAt } from '@aliquot/contract/mention-text'
import { type Editor, Node } from '@tiptap/core'

/** A person in a text, stored as a link. It is removed as a whole. `entry-links` shows the present name. */
export const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes() {
    return { userid: { default: 0, rendered: false }, words: { default: '@', rendered: false } }
  },
  parseHTML() {
    // Before links.
    return [{ tag: 'a[href^="/people/"]', priority: 1100, getAttrs: readMention }]
  },
  renderHTML({ node }) {
    return ['a', { href: mentionHref(Number(node.attrs.userid)) }, String(node.attrs.words)]
  },
  addNodeView() {
    return ({ node, decorations }) => {
      const dom = document.createElement('a')
      dom.href = mentionHref(Number(node.attrs.userid))
      const show = (words: unknown, around: readonly { spec: { name?: string } }[]) => {
        dom.textContent = around.find(({ spec }) => spec.name)?.spec.name ?? String(words)
      }
      show(node.attrs.words, decorations)
      return {
        dom,
        ignoreMutation: () => true,
        update: (next, around) => {
          if (next.type !== node.type || next.attrs.userid !== node.attrs.userid) return false
          show(next.attrs.words, around)
          return true
        },
      }
    }
  },
  addKeyboardShortcuts() {
    return { Backspace: () => removeBeside(this.editor, -1), Delete: () => removeBeside(this.editor, 1) }
  },
  renderText({ node }) {
    return String(node.attrs.words)
  },
})

/** False for any other link to a person, which stays one. */
function readMention(link: HTMLElement) {
  const userid = personAt(link.getAttribute('href'))
  const words = link.textContent
  const isPlain = link.childElementCount === 0 && link.attributes.length === 1
  return userid !== undefined && isPlain && words.startsWith('@') && { userid, words }
}

/** Not left to the browser, which may leave a part of it. */
function removeBeside({ state, view }: Editor, side: -1 | 1): boolean {
  const { $from, empty } = state.selection
  const node = side < 0 ? $from.nodeBefore : $from.nodeAfter
  if (!empty || node?.type.name !== 'mention') return false
  const from = side < 0 ? $from.pos - node.nodeSize : $from.pos
  view.dispatch(state.tr.delete(from, from + node.nodeSize).scrollIntoView())
  return true
}
