import { decodeXML } from 'entities'

/** What is told of a document, without the prefixes of names. */
export interface XmlHandler {
  open(name: string, attributes: string): void
  text(text: string): void
  close(name: string): void
}

/** The document is broken, or declares entities, which may become gigabytes. */
export class BadXml extends Error {}

const LONGEST_TAG = 256 * 1024
const DEEPEST = 64
/** `&#x10FFFF;` and the names that XML knows. */
const LONGEST_ENTITY = 12

/** Reads an XML document as it arrives, in memory that does not grow with it. */
export class XmlStream {
  readonly #handler: XmlHandler
  #rest = ''
  #depth = 0
  #hasRoot = false

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  push(text: string): void {
    const xml = this.#rest + text
    let at = 0
    while (at < xml.length) {
      const start = xml.indexOf('<', at)
      if (start === -1) {
        at = this.#lastText(xml, at)
        break
      }
      if (start > at) this.#tell(xml.slice(at, start))
      const end = this.#sign(xml, start)
      if (end === undefined) {
        at = start
        break
      }
      at = end
    }
    this.#rest = xml.slice(at)
    if (this.#rest.length > LONGEST_TAG) throw new BadXml('a tag that does not end')
  }

  end(): void {
    if (this.#rest.trim() !== '' || this.#depth > 0 || !this.#hasRoot) throw new BadXml('it ends too early')
  }

  /** Text without a tag after it may go on; what may be the beginning of an entity waits. */
  #lastText(xml: string, at: number): number {
    const entity = xml.lastIndexOf('&')
    const isOpen = entity >= at && xml.length - entity < LONGEST_ENTITY && !xml.includes(';', entity)
    const end = isOpen ? entity : xml.length
    if (end > at) this.#tell(xml.slice(at, end))
    return end
  }

  #tell(text: string): void {
    if (this.#depth > 0) this.#handler.text(text.includes('&') ? decodeXML(text) : text)
  }

  /** Where the sign ends; undefined if that has not arrived yet. */
  #sign(xml: string, start: number): number | undefined {
    const next = xml.charCodeAt(start + 1)
    if (next === QUESTION) return after(xml, '?>', start)
    if (next === EXCLAMATION) return this.#declaration(xml, start)
    const end = tagEnd(xml, start + 1)
    if (end === undefined) return undefined
    if (next === SLASH) this.#close(xml.slice(start + 2, end).trim())
    else this.#open(xml, start + 1, end)
    return end + 1
  }

  #declaration(xml: string, start: number): number | undefined {
    if (xml.startsWith('<!--', start)) return after(xml, '-->', start)
    if (xml.startsWith('<![CDATA[', start)) {
      const end = after(xml, ']]>', start)
      if (end !== undefined && this.#depth > 0) this.#handler.text(xml.slice(start + 9, end - 3))
      return end
    }
    if (xml.length - start < 9) return undefined
    throw new BadXml('it declares entities')
  }

  #open(xml: string, from: number, end: number): void {
    const isEmpty = xml.charCodeAt(end - 1) === SLASH
    const last = isEmpty ? end - 1 : end
    let nameEnd = from
    while (nameEnd < last && !isBlank(xml.charCodeAt(nameEnd))) nameEnd++
    const name = withoutPrefix(xml.slice(from, nameEnd))
    if (name === '' || (this.#depth === 0 && this.#hasRoot)) throw new BadXml('it has several roots')
    this.#hasRoot = true
    this.#handler.open(name, xml.slice(nameEnd, last))
    if (isEmpty) {
      this.#handler.close(name)
      return
    }
    this.#depth++
    if (this.#depth > DEEPEST) throw new BadXml('it is nested too deeply')
  }

  #close(name: string): void {
    if (this.#depth === 0) throw new BadXml('a tag closes what is not open')
    this.#depth--
    this.#handler.close(withoutPrefix(name))
  }
}

const [EXCLAMATION, QUOTE, APOSTROPHE, SLASH, LESS, GREATER, QUESTION] = [0x21, 0x22, 0x27, 0x2f, 0x3c, 0x3e, 0x3f]

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function after(xml: string, sign: string, start: number): number | undefined {
  const found = xml.indexOf(sign, start + 2)
  return found === -1 ? undefined : found + sign.length
}

/** Where the tag closes: values of attributes may contain the sign for it. */
function tagEnd(xml: string, from: number): number | undefined {
  for (let at = from; at < xml.length; at++) {
    const code = xml.charCodeAt(at)
    if (code === GREATER) return at
    if (code === LESS) throw new BadXml('a tag in a tag')
    if (code !== QUOTE && code !== APOSTROPHE) continue
    at = xml.indexOf(code === QUOTE ? '"' : "'", at + 1)
    if (at === -1) return undefined
  }
  return undefined
}

function withoutPrefix(name: string): string {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}

/** Each begins after a blank: without that, a long tag would be searched from each of its letters. */
const ATTRIBUTE = /\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** The attributes of a tag, without the prefixes of their names but that of relationships (`r:id`). */
export function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE)) {
    const plain = name.startsWith('xmlns') ? name : withoutPrefix(name)
    const key = plain === 'id' && name !== 'id' ? 'r:id' : plain
    found.set(key, decodeXML(double ?? single ?? ''))
  }
  return found
}
