import type { EditorState } from '@tiptap/pm/state'
import { MENTION } from '../../mentions/mention-trigger.ts'

/** Characters that open a menu: `/` to insert something, `[[` for another entry, `#` for a tag, `@` for a person. */
export interface Trigger {
  kind: 'insert' | 'entry' | 'tag' | 'person'
  query: string
  from: number
  to: number
}

/** Group 1 is all that was typed, group 2 the search. */
const ENTRY = /(\[\[([^[\]\n]{0,60}))$/

/** The same for `[[` in a Markdown text, before a position. In code it means something else. */
export function findEntryTrigger(text: string, at: number): Omit<Trigger, 'kind'> | undefined {
  const [, typed, query] = ENTRY.exec(text.slice(Math.max(0, at - 80), at)) ?? []
  if (typed === undefined || query === undefined || isInCode(text.slice(0, at))) return undefined
  return { query, from: at - typed.length, to: at }
}

/** Whether a fence, or a backtick of the last line, is still open. */
export function isInCode(before: string): boolean {
  const isOdd = (found: RegExpMatchArray | null) => (found?.length ?? 0) % 2 === 1
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return isOdd(before.match(/^ {0,3}(?:```|~~~)/gm)) || isOdd(line.match(/`/g))
}

export function findTrigger({ selection }: EditorState): Trigger | undefined {
  const { $from } = selection
  if (!selection.empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return undefined
  const offset = $from.parentOffset
  const before = $from.parent.textBetween(Math.max(0, offset - 130), offset, undefined, '\ufffc')
  const found = PATTERNS.flatMap(([kind, pattern]) => {
    const [, typed, query] = pattern.exec(before) ?? []
    if (typed === undefined || query === undefined) return []
    return [{ kind, query, from: $from.pos - typed.length, to: $from.pos }]
  })
  // The last one counts: an earlier one was abandoned.
  return found.sort((a, b) => b.from - a.from)[0]
}

/** Group 1 is all that was typed, group 2 the search. A number after `#` is a sample number, not a tag. */
const PATTERNS: readonly (readonly [Trigger['kind'], RegExp])[] = [
  ['entry', ENTRY],
  ['insert', /(?:^|[\s\ufffc])(\/([\p{L}\d ]{0,24}))$/u],
  ['person', MENTION],
  ['tag', /(?:^|[\s\ufffc(])(#(\p{L}[\p{L}\p{M}\p{N}_.-]{0,60}))$/u],
]
