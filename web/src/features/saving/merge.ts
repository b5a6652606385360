import type { Merge, MergeJob } from '../../sync/sync.types.ts'
import { combine } from './merging/combine.ts'
import { diff } from './merging/diff.ts'
import { mergeHtml } from './merging/merge-blocks.ts'
import { longerOf, mergeWords, type Rules } from './merging/merge-words.ts'
import { pick } from './merging/pick.ts'
import { isBalanced } from './merging/tags.ts'

/**
 * Merges two texts with a common base; undefined if both changed the same words.
 *
 * If both only added something at the same place, both additions are kept: two people who write at the end of an entry
 * do not conflict.
 */
export function mergeTexts({ mine, base, theirs, kind, isRelated = false }: MergeJob): string | undefined {
  const same = pick(mine, base, theirs)
  if (same !== undefined) return same
  const rules = { kind, isRelated }
  if (kind === 'markdown') return mergeLines(mine, base, theirs, rules)
  const merged = mergeHtml(mine, base, theirs, rules)
  const isWhole = merged !== undefined && (isBalanced(merged) || ![mine, base, theirs].every(isBalanced))
  return isWhole ? merged : undefined
}

/** Whether `theirs` already contains everything that `mine` changed. */
export function holdsChanges(job: MergeJob, merge: Merge = mergeTexts): boolean {
  const { mine, base, theirs } = job
  return mine === theirs || (mine !== base && theirs !== base && merge({ ...job, isRelated: true }) === theirs)
}

function mergeLines(mine: string, base: string, theirs: string, rules: Rules): string | undefined {
  const [my, old, their] = [mine, base, theirs].map(splitLines) as [string[], string[], string[]]
  const write = (lines: readonly string[]) => lines.join('')
  const side = (items: string[]) => ({ items, edits: diff(old, items) })
  return combine(old, side(my), side(their), write, (m, b, t) => {
    if (b.length > 0 || write(m) === write(t)) return mergeWords(write(m), write(b), write(t), rules)
    const longer = rules.isRelated ? longerOf(write(m), write(t)) : undefined
    return longer ?? joinLines(write(m), write(t))
  })
}

function splitLines(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

/** Both additions on separate lines, theirs first. */
function joinLines(mine: string, theirs: string): string {
  return theirs.endsWith('\n') ? theirs + mine : `${theirs}\n${mine}`
}
