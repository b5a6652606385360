import { type Node as DocNode, DOMParser as DocParser, type Schema } from '@tiptap/pm/model'
import { fingerprint } from './fingerprint.ts'
import { writeHtml } from './html-writer.ts'

let last: { schema: Schema; html: string; doc: DocNode | undefined } | undefined

/** An HTML text as the editor's document; undefined when something of it would be lost. */
export function loadHtml(schema: Schema, html: string): DocNode | undefined {
  // React may begin to draw a page several times before it shows it.
  if (last?.schema !== schema || last.html !== html) last = { schema, html, doc: readHtml(schema, html) }
  return last.doc
}

function readHtml(schema: Schema, html: string): DocNode | undefined {
  const doc = parseHtml(schema, html)
  const again = writeHtml(doc)
  // What this editor wrote comes back as it was; only texts of other programs need a closer look.
  return html === '' || html === again || fingerprint(html) === fingerprint(again) ? doc : undefined
}

/**
 * Blanks are kept where they were typed: after a word, or two in a row. A text with line breaks between its tags was laid
 * out by another program, whose blanks mean nothing.
 */
function parseHtml(schema: Schema, html: string): DocNode {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const isLaidOut = html.replace(/<pre[\s>][\s\S]*?<\/pre>/gi, '').includes('\n')
  return DocParser.fromSchema(schema).parse(body, { preserveWhitespace: !isLaidOut })
}
