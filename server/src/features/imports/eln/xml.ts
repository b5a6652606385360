import { decodeXML } from 'entities'

/** An element with what is in it. Its text is that of the element alone, not of those in it. */
export interface Element {
  name: string
  text: string
  children: Element[]
}

const DEEPEST = 64
/** Elements take far more memory than their text. */
const MOST_ELEMENTS = 200_000

/**
 * The elements of an XML document; attributes are ignored. Undefined if it is broken, declares anything of its own, or has
 * more elements than anybody writes.
 */
export function readXml(xml: string): Element | undefined {
  const top: Element = { name: '', text: '', children: [] }
  const open = [top]
  let count = 0
  for (let at = 0; at < xml.length; ) {
    const inner = open.at(-1) ?? top
    const start = xml.indexOf('<', at)
    inner.text += decodeXML(xml.slice(at, start === -1 ? xml.length : start))
    if (start === -1) break
    const sign = signAt(xml, start)
    // A document type may declare entities that become gigabytes.
    if (!sign || sign.kind === 'declaration') return undefined
    at = sign.end
    if (sign.kind === 'data') inner.text += sign.text
    else if (sign.kind === 'end') {
      if (open.length === 1 || inner.name !== sign.text) return undefined
      open.pop()
    } else if (sign.kind !== 'nothing') {
      const element: Element = { name: sign.text, text: '', children: [] }
      inner.children.push(element)
      count += 1
      if (count > MOST_ELEMENTS) return undefined
      if (sign.kind === 'start') open.push(element)
      if (open.length > DEEPEST) return undefined
    }
  }
  return open.length === 1 ? top.children[0] : undefined
}

interface Sign {
  kind: 'start' | 'empty' | 'end' | 'data' | 'nothing' | 'declaration'
  text: string
  end: number
}

function signAt(xml: string, start: number): Sign | undefined {
  for (const [begin, end, kind] of BLOCKS) {
    if (!xml.startsWith(begin, start)) continue
    const found = xml.indexOf(end, start + begin.length)
    if (found === -1) return undefined
    return { kind, text: xml.slice(start + begin.length, found), end: found + end.length }
  }
  return tagAt(xml, start)
}

const NAME = /[^\s/<>!?]+/y
const STOP = /[<>"']/g

/** A tag. Scanned by hand, because one expression for all of it takes hours for a tag that never ends. */
function tagAt(xml: string, start: number): Sign | undefined {
  const isEnd = xml.charAt(start + 1) === '/'
  NAME.lastIndex = start + (isEnd ? 2 : 1)
  const [name] = NAME.exec(xml) ?? []
  if (name === undefined) return undefined
  const close = closeOf(xml, NAME.lastIndex)
  if (close === -1) return undefined
  const isEmpty = xml.charAt(close - 1) === '/'
  return { kind: isEnd ? 'end' : isEmpty ? 'empty' : 'start', text: name, end: close + 1 }
}

/** Where the tag closes: values of attributes may contain the sign for it. -1 if it does not. */
function closeOf(xml: string, from: number): number {
  STOP.lastIndex = from
  for (let stop = STOP.exec(xml); stop; stop = STOP.exec(xml)) {
    const [sign] = stop
    if (sign === '>') return stop.index
    const end = sign === '<' ? -1 : xml.indexOf(sign, STOP.lastIndex)
    if (end === -1) return -1
    STOP.lastIndex = end + 1
  }
  return -1
}

const BLOCKS = [
  ['<![CDATA[', ']]>', 'data'],
  ['<!--', '-->', 'nothing'],
  ['<?', '?>', 'nothing'],
  ['<!', '>', 'declaration'],
] as const

/** The first element of this name directly in another. */
export function childOf(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((child) => child.name === name)
}

export function childText(element: Element | undefined, name: string): string | undefined {
  const text = childOf(element, name)?.text.trim()
  return text === '' ? undefined : text
}
