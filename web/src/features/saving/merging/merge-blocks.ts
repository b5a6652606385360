import { type Block, parseBlocks } from './blocks.ts'
import { combine, type Side } from './combine.ts'
import { diff } from './diff.ts'
import { mergeTables } from './merge-tables.ts'
import { longerOf, mergeWords, type Rules } from './merge-words.ts'
import { pairInOrder } from './pair-in-order.ts'
import { pick } from './pick.ts'
import { hasWords } from './words.ts'

/** Merges three versions of HTML: block by block, and word by word in blocks that both sides changed. */
export function mergeHtml(mine: string, base: string, theirs: string, rules: Rules): string | undefined {
  return mergeBlocks(parseBlocks(mine), parseBlocks(base), parseBlocks(theirs), rules)
}

function mergeBlocks(mine: Block[], base: Block[], theirs: Block[], rules: Rules): string | undefined {
  const texts = base.map(({ text }) => text)
  const side = (items: Block[]): Side<Block> => ({
    items,
    edits: diff(
      texts,
      items.map(({ text }) => text),
    ),
  })
  return combine(base, side(mine), side(theirs), write, (m, b, t) => settleBlocks(m, b, t, rules))
}

function write(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join('')
}

function settleBlocks(mine: Block[], base: Block[], theirs: Block[], rules: Rules): string | undefined {
  const [my, old, their] = [write(mine), write(base), write(theirs)]
  if (my === their) return my
  if (old === '') return joinBlocks(my, their, rules)
  const byPlace = mergeByPlace(mine, base, theirs, rules)
  if (byPlace !== undefined) return byPlace
  // Words must not leave their table cells.
  if (!hasTable(my + old + their)) return mergeWords(my, old, their, rules)
  return mergeAroundTables(mine, base, theirs, rules)
}

function joinBlocks(mine: string, theirs: string, { isRelated }: Rules): string {
  if (!isRelated) return theirs + mine
  const open = (html: string) => html.replace(/(?:<\/[a-z\d]+>\s*)+$/i, '')
  const grown = theirs.startsWith(open(mine)) ? theirs : mine.startsWith(open(theirs)) ? mine : undefined
  return longerOf(mine, theirs) ?? grown ?? theirs + mine
}

/** Merges blocks pairwise if all versions have the same number and kinds. */
function mergeByPlace(mine: Block[], base: Block[], theirs: Block[], rules: Rules): string | undefined {
  if (mine.length !== base.length || theirs.length !== base.length) return undefined
  const parts: string[] = []
  for (const [index, old] of base.entries()) {
    const [my, their] = [mine[index], theirs[index]]
    if (!my || !their || my.name !== old.name || their.name !== old.name) return undefined
    const part = mergeBlock(my, old, their, rules)
    if (part === undefined) return undefined
    parts.push(part)
  }
  return parts.join('')
}

function mergeBlock(mine: Block, base: Block, theirs: Block, rules: Rules): string | undefined {
  const whole = pick(mine.text, base.text, theirs.text)
  if (whole !== undefined) return whole
  if (base.name === 'table') return mergeTables(mine, base, theirs, (m, b, t) => mergeBlock(m, b, t, rules))
  const open = pick(mine.open, base.open, theirs.open)
  const close = pick(mine.close, base.close, theirs.close)
  if (open === undefined || close === undefined) return undefined
  const inner = mergeInner(mine, base, theirs, rules)
  return inner === undefined ? undefined : open + inner + close
}

function mergeInner(mine: Block, base: Block, theirs: Block, rules: Rules): string | undefined {
  const same = pick(mine.inner, base.inner, theirs.inner)
  if (same !== undefined) return same
  if (mine.children && base.children && theirs.children) {
    return mergeBlocks(mine.children, base.children, theirs.children, rules)
  }
  if (hasTable(mine.inner + base.inner + theirs.inner)) return undefined
  return mergeWords(mine.inner, base.inner, theirs.inner, rules)
}

function hasTable(html: string): boolean {
  return /<(?:table|tr|t[dh])[\s>]/i.test(html)
}

/** Merges the tables that all versions have with each other, and the parts between them separately. */
function mergeAroundTables(mine: Block[], base: Block[], theirs: Block[], rules: Rules): string | undefined {
  const inMine = pairInOrder(base, mine, tableLikeness)
  const inTheirs = pairInOrder(base, theirs, tableLikeness)
  if (!inMine || !inTheirs) return undefined
  const parts: (string | undefined)[] = []
  const at = { mine: 0, base: 0, theirs: 0 }
  for (const [index, old] of base.entries()) {
    const my = inMine[index] ?? -1
    const their = inTheirs[index] ?? -1
    const [myTable, theirTable] = [mine[my], theirs[their]]
    if (!myTable || !theirTable) continue
    parts.push(
      mergeBetween(mine.slice(at.mine, my), base.slice(at.base, index), theirs.slice(at.theirs, their), rules),
      mergeBlock(myTable, old, theirTable, rules),
    )
    Object.assign(at, { mine: my + 1, base: index + 1, theirs: their + 1 })
  }
  // Without a common table there is no anchor.
  if (parts.length === 0) return undefined
  parts.push(mergeBetween(mine.slice(at.mine), base.slice(at.base), theirs.slice(at.theirs), rules))
  return parts.includes(undefined) ? undefined : parts.join('')
}

function mergeBetween(mine: Block[], base: Block[], theirs: Block[], rules: Rules): string | undefined {
  return pick(write(mine), write(base), write(theirs)) ?? mergeBlocks(mine, base, theirs, rules)
}

/** The similarity of two tables, from 0 to 1; 0 for other blocks. */
function tableLikeness(a: Block, b: Block): number {
  if (a.name !== 'table' || b.name !== 'table') return 0
  const cells = (table: Block) => table.inner.split(/<(?=t[dh][\s>])/i).filter((cell) => hasWords(`<${cell}`))
  const known = new Set(cells(a))
  const other = cells(b)
  const same = other.filter((cell) => known.has(cell)).length
  return same / Math.max(1, known.size, other.length)
}
