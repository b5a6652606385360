import { adoptCheckLists } from './tinymce-lists.ts'

const SAME: Record<string, string> = { b: 'strong', i: 'em', strike: 's' }

/** Elements that only group others and carry no meaning. */
const TRANSPARENT = new Set(['html', 'body'])
const PARAGRAPHS = new Set(['p', 'div'])
const BLOCKS = new Set(
  `audio blockquote caption col colgroup dd details dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol pre summary table tbody td tfoot th thead
  tr ul video`.split(/\s+/),
)
/** Attributes that the service adds or that have no effect. */
const IGNORED = new Set(['target', 'rel'])
/** Boolean attributes. */
const SWITCHES = new Set(['controls', 'open', 'reversed'])

/**
 * A canonical form of a text in which equivalent HTML is equal: `<b><i>x</i></b>` and `<em><strong>x</strong></em>`, a
 * list item with and without a paragraph.
 */
export function fingerprint(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  adoptCheckLists(body)
  const parts: string[] = []
  walk(body, [], false, parts)
  return parts
    .join('')
    .replace(/ *¶[ ¶]*/g, '¶')
    .replace(/^¶|¶$/g, '')
}

function walk(node: Node, marks: string[], isPre: boolean, parts: string[]): void {
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) addText(child.textContent ?? '', marks, isPre, parts)
    else if (child instanceof Element) walkElement(child, marks, isPre, parts)
  }
}

function walkElement(element: Element, marks: string[], isPre: boolean, parts: string[]): void {
  const name = SAME[element.localName] ?? element.localName
  const attributes = describeAttributes(element)
  if (TRANSPARENT.has(name)) walk(element, marks, isPre, parts)
  else if (name === 'br' || name === 'img') {
    parts.push(`[${name}${attributes}]`)
  } else if (PARAGRAPHS.has(name) && !(name === 'div' && attributes !== '')) {
    parts.push('¶', attributes === '' ? '' : `<${attributes}>`)
    walk(element, marks, isPre, parts)
    parts.push('¶')
  } else if (BLOCKS.has(name) || name === 'div') {
    parts.push(`¶<${name}${attributes}>¶`)
    walk(element, marks, isPre || name === 'pre', parts)
    parts.push(`¶</${name}>¶`)
  } else if (isPre && name === 'code') {
    parts.push(attributes)
    walk(element, marks, isPre, parts)
  } else {
    const isNothing = name === 'span' && attributes === ''
    walk(element, isNothing ? marks : [...marks, name + attributes], isPre, parts)
  }
}

function addText(text: string, marks: string[], isPre: boolean, parts: string[]): void {
  // Typed white space stays; line breaks of a program's layout become a blank.
  const words = isPre ? text : text.replace(/[ \t\f\r]*\n[ \t\n\f\r]*/g, ' ')
  if (words === '') return
  if (/^ *$/.test(words)) {
    parts.push(words)
    return
  }
  const form = describeForm(marks)
  // Adjacent runs with the same marks are joined.
  const end = `{/${form}}`
  if (form !== '' && parts.at(-1) === end) parts.pop()
  else if (form !== '') parts.push(`{${form}}`)
  parts.push(words)
  if (form !== '') parts.push(end)
}

/** The nesting order of inline elements does not matter, except for a subscript in a superscript or the reverse. */
function describeForm(marks: string[]): string {
  const scripts = marks.filter((mark) => /^su[bp]/.test(mark))
  const order = new Set(scripts).size > 1 ? [`[${scripts.join('>')}]`] : []
  return [...[...new Set(marks)].sort(), ...order].join('+')
}

function describeAttributes(element: Element): string {
  const described = [...element.attributes].flatMap(({ name, value }) => {
    if (
      IGNORED.has(name) ||
      (value === '' && !SWITCHES.has(name)) ||
      (/^(?:col|row)span$|^start$/.test(name) && value === '1')
    )
      return []
    if (SWITCHES.has(name)) return [name]
    return [`${name}=${name === 'style' ? describeStyle(value) : value}`]
  })
  return described.sort().join(' ')
}

/** A canonical form of a style, whatever its white space and colour notation. */
function describeStyle(style: string): string {
  const sample = document.createElement('i')
  sample.style.cssText = style
  return sample.style.cssText
}
