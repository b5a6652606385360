import { decodeHTMLAttribute } from 'entities'
import { allowedElements, cleanAttributes, voidElements } from './html-allow-list.ts'

/** The limit of nested elements. Browsers stop at 512; the parser of sanitize-html gets slow far later. */
export const maxOpenElements = 200

/**
 * True if the HTML has only text and plainly written allowed tags, so it can be kept unchanged.
 *
 * Only spellings that every parser reads alike pass: no comment, no raw-text element and no foreign content. So
 * whatever tree a browser builds, it has only allowed elements with allowed attributes.
 */
export function isCleanHtml(html: string): boolean {
  const open = new Map<string, number>()
  let depth = 0
  const lastEnd = html.lastIndexOf('>')

  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (!markupStart.test(html.charAt(at + 1))) {
      at += 1
      continue
    }
    if (at > lastEnd) return depth === 0 && isHarmlessTail(html.slice(at))
    const tag = html.charCodeAt(at + 1) === slash ? readEndTag(html, at) : readStartTag(html, at)
    if (!tag) return false
    if (!voidElements.has(tag.name)) {
      const now = (open.get(tag.name) ?? 0) + (tag.isEnd ? -1 : 1)
      if (now < 0) return false
      open.set(tag.name, now)
      if (!optionalEnd.has(tag.name)) depth += tag.isEnd ? -1 : 1
      if (depth > maxOpenElements) return false
    }
    at = tag.end
  }
  return depth === 0
}

type Tag = { name: string; isEnd: boolean; end: number }

const slash = 0x2f
const markupStart = /[a-zA-Z/!?]/
const optionalEnd = new Set(['dd', 'dt', 'li', 'p', 'td', 'th', 'tr'])

const endTag = /<\/([a-zA-Z][a-zA-Z\d]*)[ \t\n\f\r]*>/y
const startTagName = /<([a-zA-Z][a-zA-Z\d]*)/y
// White space is spelled out, because `\s` includes characters that are none in HTML.
const attribute =
  /[ \t\n\f\r]+([a-zA-Z][a-zA-Z\d-]*)(?:[ \t\n\f\r]*=[ \t\n\f\r]*(?:"([^"<>]*)"|'([^'<>]*)'|([\w.%#-]+(?=[ \t\n\f\r>]))))?/y
const startTagEnd = /[ \t\n\f\r]*(\/?)>/y

function readEndTag(html: string, at: number): Tag | undefined {
  endTag.lastIndex = at
  const name = endTag.exec(html)?.[1]?.toLowerCase()
  if (name === undefined || !allowedElements.has(name) || voidElements.has(name)) return undefined
  return { name, isEnd: true, end: endTag.lastIndex }
}

function readStartTag(html: string, at: number): Tag | undefined {
  startTagName.lastIndex = at
  const name = startTagName.exec(html)?.[1]?.toLowerCase()
  if (name === undefined || !allowedElements.has(name)) return undefined

  let end = startTagName.lastIndex
  const attributes: Record<string, string> = {}
  for (;;) {
    attribute.lastIndex = end
    const found = attribute.exec(html)
    if (!found) break
    const [, attributeName = '', double, single, bare] = found
    const key = attributeName.toLowerCase()
    if (Object.hasOwn(attributes, key)) return undefined
    attributes[key] = decodeHTMLAttribute(double ?? single ?? bare ?? '')
    end = attribute.lastIndex
  }
  if (!hasOnlyCleanAttributes(name, attributes)) return undefined

  startTagEnd.lastIndex = end
  const closing = startTagEnd.exec(html)
  if (!closing || (closing[1] === '/' && !voidElements.has(name))) return undefined
  return { name, isEnd: false, end: startTagEnd.lastIndex }
}

function hasOnlyCleanAttributes(element: string, attributes: Record<string, string>): boolean {
  const names = Object.keys(attributes)
  if (names.length === 0) return true
  const clean = cleanAttributes(element, attributes)
  const isKept = (name: string) => Object.hasOwn(clean, name) && clean[name] === attributes[name]
  return names.length === Object.keys(clean).length && names.every(isKept)
}

/**
 * `x<y` at the end of a text: no parser finishes that tag. It stays if it would be harmless even with other markup
 * after it: no attribute can have a value, and the name starts no element that changes how the rest is parsed.
 */
function isHarmlessTail(tail: string): boolean {
  return /^<\/?[a-zA-Z][^=>"'`\0]*$/.test(tail) && !specialName.test(tail)
}

const specialName =
  /^<\/?(?:applet|base|body|embed|form|frame|frameset|head|html|iframe|input|link|listing|math|meta|noembed|noframes|noscript|object|plaintext|script|select|style|svg|template|textarea|title|xmp)(?![a-z\d])/i
