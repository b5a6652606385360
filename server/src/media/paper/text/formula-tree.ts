import type { MathNode } from '../tree.ts'
import { type Tag, tagsIn, wordsOf } from './dom.ts'

/** Deeper ones keep their source: the template calls itself for each level. */
const MOST_DEPTH = 14

/** The tree of MathML as KaTeX writes it; undefined if it is nested too deeply. */
export function formulaOf(math: Tag): { tree: MathNode; source: string } | undefined {
  const semantics = tagsIn(math).find(({ name }) => name === 'semantics') ?? math
  const source = wordsOf(tagsIn(semantics).find(({ name }) => name === 'annotation'))
  const shown = tagsIn(semantics).filter(({ name }) => name !== 'annotation')
  if (shown.some((one) => depthOf(one) > MOST_DEPTH)) return undefined
  return { tree: rowOf(shown), source }
}

function depthOf(element: Tag): number {
  return 1 + Math.max(0, ...tagsIn(element).map(depthOf))
}

function rowOf(elements: readonly Tag[]): MathNode {
  const nodes = elements.flatMap((element, index) => {
    const node = nodeOf(element, elements[index + 1])
    return node ? [node] : []
  })
  const [only] = nodes
  return only && nodes.length === 1 ? only : { o: 'row', c: nodes }
}

/** Function application, invisible times and such. */
const INVISIBLE = /[\u2061-\u2064]/g
const EMPTY: MathNode = { o: 'row', c: [] }

function nodeOf(element: Tag, next?: Tag): MathNode | undefined {
  const parts = tagsIn(element)
  const part = (index: number): MathNode => {
    const one = parts[index]
    return (one && nodeOf(one)) ?? EMPTY
  }
  switch (element.name) {
    case 'mi':
      return identifier(element, next)
    case 'mn':
      return styled(element, { o: 'n', s: wordsOf(element) })
    case 'mo':
      return operator(element)
    case 'mtext':
    case 'ms':
    case 'merror':
      return styled(element, { o: 't', s: wordsOf(element) })
    case 'mspace':
      return { o: 'space', w: emsOf(element.attribs.width) }
    case 'mfrac': {
      const isStack = /^0(?:\D|$)/.test(element.attribs.linethickness ?? '')
      return { o: isStack ? 'stack' : 'frac', a: part(0), b: part(1) }
    }
    case 'msqrt':
      return { o: 'sqrt', a: rowOf(parts) }
    case 'mroot':
      return { o: 'root', a: part(0), b: part(1) }
    case 'msub':
      return { o: 'scripts', a: part(0), b: part(1) }
    case 'msup':
      return { o: 'scripts', a: part(0), t: part(1) }
    case 'msubsup':
      return { o: 'scripts', a: part(0), b: part(1), t: part(2) }
    case 'mover':
      return over(element, parts, part)
    case 'munder':
      return under(parts, part)
    case 'munderover':
      return { o: 'limits', a: part(0), b: part(1), t: part(2), ...wideIf(parts[0]) }
    case 'mtable':
      return tableOf(element, parts)
    case 'menclose':
      return enclosed(element, rowOf(parts))
    case 'mphantom':
      return { o: 'hide', a: rowOf(parts) }
    case 'mpadded':
      // Holds something else apart in height, as chemical formulas do, and shows nothing.
      return parts.length > 0 && parts.every(({ name }) => name === 'mphantom') ? EMPTY : group(element, parts)
    case 'annotation':
      return undefined
    default:
      return group(element, parts)
  }
}

/** `mrow`, `mstyle`, `mpadded`: with its colour, and with brackets that grow. */
function group(element: Tag, parts: readonly Tag[]): MathNode {
  const inside = rowOf(parts)
  const [first, last] = [parts[0], parts.at(-1)]
  const grows = parts.length > 1 && (isFence(first) || isFence(last))
  const node: MathNode = grows ? { o: 'lr', a: inside } : inside
  const color = colorOf(element.attribs.mathcolor)
  return color ? { o: 'color', a: node, s: color } : node
}

function isFence(element: Tag | undefined): boolean {
  return element?.name === 'mo' && element.attribs.fence === 'true' && element.attribs.stretchy !== 'false'
}

function identifier(element: Tag, next?: Tag): MathNode | undefined {
  const words = wordsOf(element).replace(INVISIBLE, '')
  if (words === '') return undefined
  const isFunction = next?.name === 'mo' && wordsOf(next).includes('\u2061')
  if ([...words].length === 1 && !isFunction) return styled(element, { o: 'i', s: words })
  return isFunction ? { o: 'fn', s: words } : styled(element, { o: 't', s: words })
}

function operator(element: Tag): MathNode | undefined {
  const words = wordsOf(element).replace(INVISIBLE, '')
  if (words === '') return undefined
  return styled(element, [...words].length === 1 ? { o: 'op', s: words } : { o: 't', s: words })
}

const VARIANTS: ReadonlySet<string> = new Set(
  'normal bold italic bold-italic double-struck script bold-script fraktur bold-fraktur sans-serif monospace'.split(
    ' ',
  ),
)

function styled(element: Tag, node: Extract<MathNode, { s: string; v?: string }>): MathNode {
  const { mathvariant: variant = '', mathcolor } = element.attribs
  const shown = VARIANTS.has(variant) ? { ...node, v: variant } : node
  const color = colorOf(mathcolor)
  return color ? { o: 'color', a: shown, s: color } : shown
}

const ACCENTS: Readonly<Record<string, string>> = {
  '^': '\u0302',
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  ˉ: '\u0304',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '¨': '\u0308',
  '˚': '\u030a',
  ˇ: '\u030c',
  ˊ: '\u0301',
  '´': '\u0301',
  ˋ: '\u0300',
  '`': '\u0300',
  '\u20d7': '\u20d7',
  '→': '\u20d7',
}

function over(element: Tag, parts: readonly Tag[], part: (index: number) => MathNode): MathNode {
  const sign = parts[1]?.name === 'mo' ? wordsOf(parts[1]) : ''
  if (sign === '‾' || sign === '―' || sign === '\u00af') return { o: 'overline', a: part(0) }
  if (sign === '⏞') return { o: 'brace', n: 'over', a: part(0) }
  const accent = element.attribs.accent === 'true' ? ACCENTS[sign] : undefined
  if (accent) return { o: 'accent', a: part(0), s: accent }
  return { o: 'limits', a: part(0), t: part(1), ...wideIf(parts[0]) }
}

function under(parts: readonly Tag[], part: (index: number) => MathNode): MathNode {
  const sign = parts[1]?.name === 'mo' ? wordsOf(parts[1]) : ''
  if (sign === '‾' || sign === '_' || sign === '―') return { o: 'underline', a: part(0) }
  if (sign === '⏟') return { o: 'brace', n: 'under', a: part(0) }
  return { o: 'limits', a: part(0), b: part(1), ...wideIf(parts[0]) }
}

/** Arrows are as long as what stands on them. */
function wideIf(base: Tag | undefined): { wide?: true } {
  return base?.name === 'mo' && /[\u2190-\u21ff\u27f5-\u27ff]/.test(wordsOf(base)) ? { wide: true } : {}
}

function tableOf(element: Tag, parts: readonly Tag[]): MathNode {
  const rows = parts
    .filter(({ name }) => name === 'mtr' || name === 'mlabeledtr')
    .map((row) => tagsIn(row).map((cell) => rowOf(tagsIn(cell))))
  const width = Math.max(0, ...rows.map((row) => row.length))
  const full = rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => EMPTY)])
  const side = (element.attribs.columnalign ?? '').split(' ')[0]
  return { o: 'mat', rows: full, a: side === 'left' || side === 'right' ? side : 'center' }
}

function enclosed(element: Tag, inside: MathNode): MathNode {
  const notation = element.attribs.notation ?? ''
  if (notation.includes('strike')) return { o: 'cancel', a: inside }
  return notation.includes('box') ? { o: 'box', a: inside } : inside
}

function emsOf(width = ''): number {
  const [, number = '0', unit = 'em'] = /^(-?[\d.]+)([a-z]*)$/.exec(width) ?? []
  const ems = Number(number) * (UNITS[unit] ?? 0)
  return Number.isFinite(ems) ? Math.max(-2, Math.min(ems, 20)) : 0
}

const UNITS: Readonly<Record<string, number>> = { em: 1, ex: 0.45, pt: 0.1, px: 0.075, mm: 0.28, cm: 2.8, in: 7.2 }

function colorOf(color = ''): string | undefined {
  return /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(color) ? color : undefined
}
