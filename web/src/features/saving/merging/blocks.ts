import { nextTag, type Tag, voidElements } from './tags.ts'

/** A block of HTML. `open + inner + close` is exactly its source. */
export class Block {
  /** The element name; empty for text outside of blocks. */
  readonly name: string
  /** The whole source. */
  readonly text: string
  /** The start tag, with the white space before it. */
  readonly open: string
  readonly #rest: string
  readonly #closeLength: number
  #parsed: { inner: string; close: string; children: Block[] | undefined } | undefined

  /** `text` with a start tag that ends at `openEnd`, and an end tag of `closeLength` characters. */
  constructor(name: string, text: string, openEnd: number, closeLength: number) {
    this.name = name
    this.text = text
    this.open = text.slice(0, openEnd)
    this.#rest = text.slice(openEnd)
    this.#closeLength = closeLength
  }

  get inner(): string {
    return this.#parse().inner
  }

  /** The end tag, with the white space before it if the element contains blocks. */
  get close(): string {
    return this.#parse().close
  }

  /** The child blocks; undefined if there is only text. */
  get children(): Block[] | undefined {
    return this.#parse().children
  }

  // Parsed lazily: most blocks of a long text never need it.
  #parse() {
    if (this.#parsed) return this.#parsed
    const inside = this.#rest.slice(0, this.#rest.length - this.#closeLength)
    const children = this.name === '' ? [] : parseBlocks(inside)
    const hasBlocks = children.some(({ name }) => name !== '')
    const last = hasBlocks ? children.at(-1) : undefined
    const isBlankEnd = last?.name === '' && last.text.trim() === ''
    if (isBlankEnd) children.pop()
    const inner = isBlankEnd ? inside.slice(0, inside.length - last.text.length) : inside
    this.#parsed = { inner, close: this.#rest.slice(inner.length), children: hasBlocks ? children : undefined }
    return this.#parsed
  }
}

const blockNames = new Set(
  `article aside blockquote caption col colgroup dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li
  main nav ol p pre section summary table tbody td tfoot th thead tr ul`.split(/\s+/),
)

/** The open elements that a start tag closes implicitly; any block closes a paragraph. */
const ends: Record<string, Set<string>> = {
  li: new Set(['li']),
  dt: new Set(['dt', 'dd']),
  dd: new Set(['dt', 'dd']),
  td: new Set(['td', 'th']),
  th: new Set(['td', 'th']),
  tr: new Set(['td', 'th', 'tr', 'colgroup']),
}
for (const name of ['thead', 'tbody', 'tfoot']) {
  ends[name] = new Set(['td', 'th', 'tr', 'thead', 'tbody', 'tfoot', 'colgroup', 'caption'])
}

/** The top-level blocks of HTML. End tags may be omitted where HTML allows it. */
export function parseBlocks(html: string): Block[] {
  const blocks: Block[] = []
  const open: Tag[] = []
  /** The end of the last block. */
  let done = 0
  /** The start of the open block, with the white space before it. */
  let start = 0
  function begin(tag: Tag): void {
    if (open.length === 0) {
      const loose = html.slice(done, tag.start)
      const isBlank = loose.trim() === ''
      if (!isBlank) blocks.push(new Block('', loose, 0, 0))
      start = isBlank ? done : tag.start
    }
    open.push(tag)
    if (voidElements.has(tag.name)) end(tag.end, tag.end)
  }
  function end(closeStart: number, closeEnd: number): void {
    const tag = open.pop()
    if (!tag || open.length > 0) return
    blocks.push(new Block(tag.name, html.slice(start, closeEnd), tag.end - start, closeEnd - closeStart))
    done = closeEnd
  }
  for (let tag = nextTag(html, 0); tag; tag = nextTag(html, tag.end)) {
    const { name } = tag
    if (!blockNames.has(name)) continue
    if (!tag.isEnd) {
      for (let top = open.at(-1); top && (top.name === 'p' || ends[name]?.has(top.name)); top = open.at(-1)) {
        end(tag.start, tag.start)
      }
      begin(tag)
    } else if (open.some((outer) => outer.name === name)) {
      while (open.at(-1)?.name !== name) end(tag.start, tag.start)
      end(tag.start, tag.end)
    }
  }
  while (open.length > 0) end(html.length, html.length)
  if (done < html.length) blocks.push(new Block('', html.slice(done), 0, 0))
  return blocks
}
