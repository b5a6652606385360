import type { Edit } from './diff.ts'

/** A changed sequence and its edits. */
export interface Side<Item> {
  items: readonly Item[]
  edits: readonly Edit[]
}

/** Merges a part that both sides changed; undefined if only a person can decide. */
export type Settle<Item> = (mine: Item[], base: Item[], theirs: Item[]) => string | undefined

/**
 * Applies both sides' edits to one sequence. Adjacent edits are both applied; what was added right before a replaced
 * part stays before it.
 */
export function combine<Item>(
  base: readonly Item[],
  mine: Side<Item>,
  theirs: Side<Item>,
  write: (items: readonly Item[]) => string,
  settle: Settle<Item>,
): string | undefined {
  const parts: string[] = []
  let at = 0
  for (const group of groupEdits(mine.edits, theirs.edits)) {
    parts.push(write(base.slice(at, group.start)))
    const my = sliceOf(mine, group, group.mine)
    const their = sliceOf(theirs, group, group.theirs)
    const part =
      group.theirs.length === 0
        ? write(my)
        : group.mine.length === 0
          ? write(their)
          : settle(my, base.slice(group.start, group.end), their)
    if (part === undefined) return undefined
    parts.push(part)
    at = group.end
  }
  parts.push(write(base.slice(at)))
  return parts.join('')
}

/** A part of the old sequence with its edits. */
interface Group {
  start: number
  end: number
  mine: Edit[]
  theirs: Edit[]
}

function groupEdits(mine: readonly Edit[], theirs: readonly Edit[]): Group[] {
  const groups: Group[] = []
  let my = 0
  let their = 0
  while (my < mine.length || their < theirs.length) {
    const isMine = their >= theirs.length || (my < mine.length && comesFirst(mine[my] as Edit, theirs[their] as Edit))
    const edit = (isMine ? mine[my++] : theirs[their++]) as Edit
    let group = groups.at(-1)
    if (!group || !meets(group, edit)) {
      group = { start: edit.start, end: edit.end, mine: [], theirs: [] }
      groups.push(group)
    }
    group.end = Math.max(group.end, edit.end)
    group[isMine ? 'mine' : 'theirs'].push(edit)
  }
  return groups
}

function comesFirst(a: Edit, b: Edit): boolean {
  return a.start < b.start || (a.start === b.start && a.end - a.start <= b.end - b.start)
}

function meets(group: Group, { start, end }: Edit): boolean {
  const isSamePlace = start === end && group.start === group.end && start === group.start
  return start < group.end || isSamePlace
}

function sliceOf<Item>({ items }: Side<Item>, group: Group, edits: readonly Edit[]): Item[] {
  const first = edits[0]
  const last = edits.at(-1)
  if (!first || !last) return []
  return items.slice(first.from - (first.start - group.start), last.to + group.end - last.end)
}
