import type { EditorState } from '@tiptap/pm/state'

/** Characters that ask for a choice: `/` for what can be inserted, `[[` for another entry. */
export interface Trigger {
  kind: 'insert' | 'entry'
  query: string
  from: number
  to: number
}

export function findTrigger({ selection }: EditorState): Trigger | undefined {
  const { $from } = selection
  if (!selection.empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return undefined
  const offset = $from.parentOffset
  const before = $from.parent.textBetween(Math.max(0, offset - 80), offset, undefined, '\ufffc')
  const entry = /\[\[([^[\]]{0,60})$/.exec(before)
  const insert = entry ? null : /(?:^|[\s\ufffc])(\/([\p{L}\d ]{0,24}))$/u.exec(before)
  const [typed, query] = entry ? [entry[0], entry[1]] : [insert?.[1], insert?.[2]]
  if (typed === undefined || query === undefined) return undefined
  return { kind: entry ? 'entry' : 'insert', query, from: $from.pos - typed.length, to: $from.pos }
}
