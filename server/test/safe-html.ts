import { expect } from 'vitest'

// Independent of the code under test: patterns on the raw text for what the output may contain.
const elements =
  `a abbr audio b blockquote br caption code col colgroup dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6
  hr i img ins kbd li mark ol p pre q s small source span strike strong sub summary sup table tbody td tfoot th thead tr u
  ul video`.split(/\s+/)
const attributeNames =
  'style class href src alt title width height colspan rowspan span start value controls type border data-table-sort data-type data-checked target rel dir lang scope reversed open'
const attributePattern = /[ \t\n\f\r]+([a-z-]+)(?:[ \t\n\f\r]*=[ \t\n\f\r]*("[^"<>]*"|'[^'<>]*'|[\w.%#-]+))?/gi

export function expectSafeHtml(html: string): void {
  const tail = /<\/?[a-zA-Z][^=>"'`]*$/.exec(html)
  const closed = tail ? html.slice(0, tail.index) : html
  for (const [markup] of closed.matchAll(/<[a-zA-Z/!?][^>]*>?/g)) {
    if (!isSafeTag(markup)) expect.fail(`${markup.slice(0, 200)} in ${html.slice(0, 2000)}`)
  }
}

function isSafeTag(markup: string): boolean {
  const [, name = '', inner = ''] = /^<\/?([a-z][a-z\d]*)([\s\S]*?)[ \t\n\f\r]*\/?>$/i.exec(markup) ?? []
  if (!elements.includes(name.toLowerCase())) return false
  if (inner.replace(attributePattern, '') !== '') return false
  return [...inner.matchAll(attributePattern)].every(([, attribute = '', value = '']) =>
    isSafeAttribute(attribute.toLowerCase(), value),
  )
}

function isSafeAttribute(name: string, value: string): boolean {
  if (!attributeNames.split(' ').includes(name)) return false
  const bare = value
    .replace(/^["']|["']$/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  if (name === 'style' && /(?:padding|margin(?!-(?:left|right)))[^;]*-\d/i.test(bare)) return false
  if (name === 'style') return !/url|expression|import|binding|behavior|position|[\\@<>{}*]/i.test(bare)
  if (name === 'href' || name === 'src') {
    // A character reference could stand for the colon of a scheme.
    if (/^[^/?#]*&/.test(bare)) return false
    return /^(?:https?:|mailto:|tel:|data:image\/(?:png|jpeg|gif|webp);base64,|[^:]*$|[^:]*[/?#])/.test(bare)
  }
  return name === 'alt' || name === 'title' || !/[<>]/.test(bare)
}
