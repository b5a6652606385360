import { type Node as DocNode, DOMParser as DocParser, type Schema } from '@tiptap/pm/model'
import { withRoom } from '../extensions/room-at-end.extension.ts'
import { fingerprint } from './fingerprint.ts'
import { escapeText, writeHtml } from './html-writer.ts'
import { isBlock, tidyBlanks } from './tidy-blanks.ts'
import { adoptCheckLists } from './tinymce-lists.ts'

let last: { schema: Schema; html: string; doc: DocNode | undefined } | undefined

/** Parses HTML into the editor's document; undefined if something would be lost. */
export function loadHtml(schema: Schema, html: string): DocNode | undefined {
  // Cached, because React may render a page several times before it shows it.
  if (last?.schema !== schema || last.html !== html) last = { schema, html, doc: readHtml(schema, html) }
  return last.doc
}

function readHtml(schema: Schema, html: string): DocNode | undefined {
  const doc = parseHtml(schema, html)
  // Our own HTML always round-trips; only texts of other programs need a closer look.
  if (html === '' || html === writeHtml(doc) || isSame(html, doc)) return withRoom(doc)
  const withForeign = keepForeign(schema, html)
  return withForeign && isSame(html, withForeign) ? withRoom(withForeign) : undefined
}

function isSame(html: string, doc: DocNode): boolean {
  return fingerprint(html) === fingerprint(writeHtml(doc))
}

function parseHtml(schema: Schema, html: string): DocNode {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  adoptCheckLists(body)
  tidyBlanks(body)
  return DocParser.fromSchema(schema).parse(body, { preserveWhitespace: true })
}

/** The document with blocks that the editor would damage kept as foreign; all others can be edited. */
function keepForeign(schema: Schema, html: string): DocNode | undefined {
  const blocks = splitBlocks(html).flatMap((block) => {
    const doc = parseHtml(schema, block)
    return isSame(block, doc) ? doc.children : (schema.nodes.foreign?.create({ rawHtml: block }) ?? [])
  })
  return blocks.length === 0 ? undefined : schema.topNodeType.createChecked(null, blocks)
}

/** The top-level blocks of a text; loose words form their own block. */
function splitBlocks(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const blocks: string[] = []
  let loose = ''
  const addLoose = () => {
    if (loose.trim() !== '') blocks.push(loose)
    loose = ''
  }
  for (const node of body.childNodes) {
    const isElement = node instanceof Element
    if (isElement && isBlock(node)) {
      addLoose()
      blocks.push(node.outerHTML)
    } else if (isElement) loose += node.outerHTML
    else if (node.nodeType === Node.TEXT_NODE) loose += escapeText(node.textContent ?? '')
  }
  addLoose()
  return blocks
}
