import { DEFINES_COMMANDS, findFormulas, LONGEST_TEX, TEX_SETTINGS } from '@aliquot/contract/formulas'
import { decodeHTML } from 'entities'
import { escapeHtml } from '../html.ts'
import { loadLater } from '../loading/load-later.ts'

const katex = loadLater<typeof import('katex').default>('katex')
/** Chemical equations: `\ce{2H2 + O2 -> 2H2O}`. */
const chemistry = loadLater<unknown>('katex/contrib/mhchem')

/** Formulas beyond this much TeX keep their source. */
const MOST_TEX = 100_000
/** So do those after this much processor time: 2,000 characters of `\pu` alone take a second. */
const MOST_MS = 5_000
/** Even the shortest formula takes as long as this many characters. */
const TEX_OF_EACH = 50

/** Whether a text can have a formula: a cheap check that never misses one. */
export function mayHaveFormulas(html: string): boolean {
  return /\$|&dollar;|&#|\\[([]/.test(html)
}

/** Draws the formulas of cleaned HTML as MathML, which browsers show without fonts or styles. Wrong ones stay as written. */
export function drawFormulas(html: string): string {
  if (!mayHaveFormulas(html)) return html
  let room = MOST_TEX
  const start = process.threadCpuUsage()
  let codeDepth = 0
  return html.replace(TAG_OR_TEXT, (part) => {
    if (!part.startsWith('<')) return codeDepth > 0 ? part : drawIn(part)
    const code = CODE.exec(part)
    if (code) codeDepth = Math.max(0, codeDepth + (code[1] === '/' ? -1 : 1))
    return part
  })

  function drawIn(source: string): string {
    const words = decodeHTML(source)
    const drawn: string[] = []
    let end = 0
    for (const { from, to, tex, isDisplay } of findFormulas(words)) {
      room -= tex.length + TEX_OF_EACH
      const math = room < 0 || msSince(start) > MOST_MS ? undefined : mathOf(tex, isDisplay)
      if (math === undefined) continue
      drawn.push(escapeHtml(words.slice(end, from)), math)
      end = to
    }
    return end === 0 ? source : drawn.join('') + escapeHtml(words.slice(end))
  }
}

/** Of the processor, because a busy service lets such work wait. */
function msSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

// Cleaned HTML has neither < nor > in attribute values, but words may have a >.
const TAG_OR_TEXT = /<[^<>]*>|[^<]+/g
const CODE = /^<(\/?)(?:code|pre)\b/i

function mathOf(tex: string, displayMode: boolean): string | undefined {
  if (tex.length > LONGEST_TEX || DEFINES_COMMANDS.test(tex)) return undefined
  chemistry()
  try {
    return katex().renderToString(tex, { ...TEX_SETTINGS, displayMode, output: 'mathml' })
  } catch {
    return undefined
  }
}
