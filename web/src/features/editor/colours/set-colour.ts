import type { Node as DocNode, Mark } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { readStyle, writeStyle } from '../media/style-text.ts'

export type ColourProperty = 'color' | 'background-color'

/** Gives the selected words a colour, or takes it away. Their other styles stay. */
export function setColour(state: EditorState, property: ColourProperty, value: string | undefined): Transaction {
  const { tr, selection, schema } = state
  const type = schema.marks.styledWords
  if (!type) return tr
  if (selection.empty) {
    const marks = state.storedMarks ?? selection.$from.marks()
    return tr.setStoredMarks(restyled(marks, property, value, (style) => type.create({ style })))
  }
  for (const { $from, $to } of selection.ranges) {
    state.doc.nodesBetween($from.pos, $to.pos, (node, position) => {
      if (node.isText) restyle(tr, node, Math.max(position, $from.pos), Math.min(position + node.nodeSize, $to.pos))
    })
  }
  return tr

  function restyle(tr: Transaction, { marks }: DocNode, from: number, to: number): void {
    if (!type) return
    tr.removeMark(from, to, type)
    const wanted = restyled(marks, property, value, (style) => type.create({ style }))
    for (const mark of wanted) if (mark.type === type) tr.addMark(from, to, mark)
  }
}

/** The colour of the words at the cursor. */
export function colourAt({ selection, storedMarks }: EditorState, property: ColourProperty): string | undefined {
  const { $from, empty } = selection
  const marks = storedMarks ?? (empty ? $from.marks() : ($from.nodeAfter?.marks ?? $from.marks()))
  const values = marks.map((mark) =>
    mark.type.name === 'styledWords' ? readStyle(mark.attrs.style, property) : undefined,
  )
  return values.findLast((one) => one !== undefined)
}

function restyled(
  marks: readonly Mark[],
  property: ColourProperty,
  value: string | undefined,
  create: (style: string) => Mark,
): Mark[] {
  const others = marks.filter(({ type }) => type.name !== 'styledWords')
  const styles = marks
    .filter(({ type }) => type.name === 'styledWords')
    .map(({ attrs }) => writeStyle(attrs.style, property))
    .filter((style) => style !== null)
  const last = styles.pop()
  const wanted = value === undefined ? last : (writeStyle(last, property, value) ?? undefined)
  return [...others, ...[...styles, ...(wanted ? [wanted] : [])].map(create)]
}
