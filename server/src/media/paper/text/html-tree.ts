import type { SheetWords } from '../sheet.ts'
import type { Align, Block, Marks, Run } from '../tree.ts'
import { fitsPaper } from './addresses.ts'
import { type Node, parseHtml, type Tag, tagsIn, wordsOf } from './dom.ts'
import { formulaOf } from './formula-tree.ts'
import { listOf } from './list-tree.ts'
import { picturesOf } from './picture-places.ts'
import { type Place, runsOf, type TextSettings } from './place.ts'
import { breakable, Words } from './runs.ts'
import { plainWords, spokenOf } from './scripts.ts'
import { alignOf, declarationsOf, marksOf } from './styles.ts'
import { tableOf } from './table-tree.ts'

/** The template calls itself for each level; what is nested more deeply stands beside instead of inside. */
const MOST_DEPTH = 9
/** Of all tables of a text: more would need a gigabyte. */
const MOST_CELLS = 8000
/** The text between the margins of A4. */
const MOST_WIDTH = 470

/** The blocks of clean HTML whose formulas are drawn already. */
export function blocksOf(html: string, settings: TextSettings, width = MOST_WIDTH): Block[] {
  return flow(parseHtml(html), { ...settings, marks: {}, width, depth: 0, room: { cells: MOST_CELLS }, flow })
}

const INLINE_MARKS: Readonly<Record<string, Marks>> = {
  b: { b: true },
  strong: { b: true },
  th: { b: true },
  i: { i: true },
  em: { i: true },
  u: { u: true },
  ins: { u: true },
  s: { x: true },
  strike: { x: true },
  del: { x: true },
  code: { code: true },
  kbd: { key: true },
  small: { sm: true },
  sub: { sub: true },
  sup: { sup: true },
  mark: { bg: '#fff3a3' },
}

const BLOCKS: ReadonlySet<string> = new Set(
  'p div h1 h2 h3 h4 h5 h6 ul ol li blockquote pre table figure figcaption details summary dl dt dd hr caption'.split(
    ' ',
  ),
)

/** The blocks of these nodes. Words that stand between blocks become paragraphs. */
function flow(nodes: readonly Node[], place: Place): Block[] {
  const blocks: Block[] = []
  const words = new Words()
  const flush = (align: Align | undefined) => {
    const runs = words.take()
    if (runs.length > 0) blocks.push(paragraph(runs, align))
  }
  const visit = (node: Node, at: Place) => {
    if (typeof node === 'string') return words.add(node, at.marks)
    const inner = dressed(node, at)
    const formula = node.name === 'math' ? formulaOf(node) : undefined
    if (formula) {
      if (node.attribs.display !== 'block') return words.put({ k: 'math', s: formula.source, m: formula.tree })
      flush(inner.align)
      blocks.push({ k: 'math', s: formula.source, m: formula.tree })
      return
    }
    if (node.name === 'math') return words.add(sourceOf(node), { ...at.marks, code: true })
    if (BLOCKS.has(node.name)) {
      flush(at.align)
      blocks.push(...blockOf(node, inner))
      return
    }
    if (node.name === 'br') return words.put({ k: 'br' })
    if (node.name === 'img') return words.put(...picturesOf(node, inner))
    if (node.name === 'audio' || node.name === 'video') return words.put(recording(inner))
    if (node.name === 'q') words.add('“', inner.marks)
    for (const child of node.children) visit(child, inner)
    if (node.name === 'q') words.add('”', inner.marks)
  }
  for (const node of nodes) visit(node, place)
  flush(place.align)
  return blocks
}

function sourceOf(math: Tag): string {
  const annotation = tagsIn(math)
    .flatMap(tagsIn)
    .find(({ name }) => name === 'annotation')
  return `$${wordsOf(annotation)}$`
}

function recording({ words, marks }: Place): Run {
  return { ...marks, s: `[${words.recording}]`, q: true }
}

/** With what the element adds to the look of its words. */
function dressed({ name, attribs }: Tag, place: Place): Place {
  const style = attribs.style === undefined ? undefined : declarationsOf(attribs.style)
  const marks: Marks = {
    ...place.marks,
    ...INLINE_MARKS[name],
    ...(style && marksOf(style)),
    ...(name === 'a' && hrefOf(attribs.href, place.baseUrl)),
  }
  return { ...place, marks, align: (style && alignOf(style, attribs.dir === 'rtl')) ?? place.align }
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])

function hrefOf(address: string | undefined, baseUrl: string): Marks {
  if (!address || address.startsWith('#')) return {}
  const link = URL.parse(address, baseUrl)
  return link && SCHEMES.has(link.protocol) && fitsPaper(link) ? { href: link.href } : {}
}

function blockOf(tag: Tag, place: Place): Block[] {
  const { name, attribs, children } = tag
  const style = declarationsOf(attribs.style)
  // What sets pages refuses the whole text over a break inside of something.
  const startsPage =
    place.depth === 0 &&
    ['break-before', 'page-break-before'].some((property) => /^(?:page|always)$/.test(style.get(property) ?? ''))
  const blocks = said(attribs, plainBlock(name, tag, place, children))
  return startsPage ? [{ k: 'page' }, ...blocks] : blocks
}

/** With the language and direction that the author gave. */
function said({ dir, lang }: Tag['attribs'], blocks: Block[]): Block[] {
  const language = lang?.slice(0, 3).split('-')[0]?.toLowerCase()
  const isKnown = language !== undefined && /^[a-z]{2,3}$/.test(language)
  if (dir === undefined && !isKnown) return blocks
  return blocks.map((block) => ({
    ...block,
    ...((dir === 'rtl' || dir === 'ltr') && { d: dir }),
    ...(isKnown && { l: language }),
  }))
}

function plainBlock(name: string, tag: Tag, place: Place, children: readonly Node[]): Block[] {
  const heading = /^h([1-6])$/.exec(name)
  if (heading) return headings(Number(heading[1]), flow(children, place))
  if (name === 'hr') return [{ k: 'rule' }]
  if (name === 'pre') {
    const code = codeOf(tag)
    return [{ k: 'code', c: breakable(code), n: code.split('\n').length }]
  }
  if (place.depth >= MOST_DEPTH) return flow(children, place)
  const inside: Place = { ...place, depth: place.depth + 1 }
  switch (name) {
    case 'ul':
    case 'ol':
      return listOf(tag, inside)
    case 'table':
      return tableOf(tag, inside)
    case 'blockquote':
      return wrapped(flow(children, inside), (c) => ({ k: 'quote', c }))
    case 'dl':
      return termsOf(tag, inside)
    case 'details':
      return [foldOf(tag, inside)]
    case 'figure':
      return [figureOf(tag, inside)]
    case 'div':
      return noteOf(tag, inside) ?? flow(children, place)
    default:
      return flow(children, place)
  }
}

function wrapped(c: Block[], wrap: (c: Block[]) => Block): Block[] {
  return c.length === 0 ? [] : [wrap(c)]
}

/** Titles hold words; anything else that stands in one follows it. */
function headings(level: number, blocks: Block[]): Block[] {
  return blocks.map((block) => (block.k === 'p' ? { ...block, k: 'h', n: level } : block))
}

function paragraph(c: Run[], align: Align | undefined): Block {
  return { k: 'p', c, ...(align && { a: align }), ...spokenOf(plainWords(c)) }
}

function codeOf(tag: Tag): string {
  const lines = (node: Node): string =>
    typeof node === 'string' ? node : node.name === 'br' ? '\n' : node.children.map(lines).join('')
  return lines(tag).replace(/^\n/, '').replace(/\n+$/, '')
}

/** The words of the first child with this name, and the other children. */
function titled(tag: Tag, name: string, place: Place): { title: Run[]; others: Node[] } {
  const title = tagsIn(tag).find((child) => child.name === name)
  const others = tag.children.filter((child) => child !== title)
  return { title: title ? runsOf(title, place) : [], others }
}

function foldOf(tag: Tag, place: Place): Block {
  const { title, others } = titled(tag, 'summary', place)
  return { k: 'fold', t: title, c: flow(others, place), ...spokenOf(plainWords(title)) }
}

function figureOf(tag: Tag, place: Place): Block {
  const { title, others } = titled(tag, 'figcaption', place)
  return { k: 'figure', c: flow(others, place), t: title }
}

const CALLOUT = /\bcallout(?:-(note|tip|warning|danger))?\b/

function noteOf(tag: Tag, place: Place): Block[] | undefined {
  const classes = tag.attribs.class ?? ''
  if (!CALLOUT.test(classes)) return undefined
  const kind = /callout-(note|tip|warning|danger)/.exec(classes)?.[1] as keyof SheetWords['callouts'] | undefined
  const name = kind ?? 'note'
  return [{ k: 'note', n: name, t: place.words.callouts[name], c: flow(tag.children, place) }]
}

function termsOf(tag: Tag, place: Place): Block[] {
  const items: { t: Run[]; c: Block[] }[] = []
  const add = (child: Tag) => {
    if (child.name === 'div') for (const inner of tagsIn(child)) add(inner)
    if (child.name === 'dt') items.push({ t: runsOf(child, dressed(child, place)), c: [] })
    if (child.name !== 'dd') return
    const last = items.at(-1)
    const c = flow(child.children, place)
    if (last) last.c.push(...c)
    else items.push({ t: [], c })
  }
  for (const child of tagsIn(tag)) add(child)
  return items.length === 0 ? [] : [{ k: 'terms', i: items }]
}
