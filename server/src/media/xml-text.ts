import { decodeHTML } from 'entities'

/**
 * The text of an XML document: all that is between its tags, with a line break after elements that form a paragraph, a
 * row or a cell. Entities that a document declares are not resolved, so entity bombs have no effect.
 */
export function xmlText(xml: string, isBreak: (name: string) => boolean): string {
  const parts: string[] = []
  for (let at = 0; at < xml.length; ) {
    const start = xml.indexOf('<', at)
    if (start === -1) break
    if (start > at) parts.push(decodeHTML(xml.slice(at, start)))
    if (xml.startsWith('<![CDATA[', start)) {
      const end = endOf(xml, ']]>', start)
      parts.push(xml.slice(start + 9, end))
      at = end + 3
    } else if (xml.startsWith('<!--', start)) at = endOf(xml, '-->', start) + 3
    else {
      const end = endOf(xml, '>', start)
      const name = /^<\/?([^\s/>]{1,80})/.exec(xml.slice(start, start + 82))?.[1] ?? ''
      const isOver = xml[start + 1] === '/' || xml[end - 1] === '/'
      if (isOver && isBreak(name)) parts.push('\n')
      at = end + 1
    }
  }
  return parts.join('')
}

/** Something without an end extends to the end of the document. */
function endOf(xml: string, sign: string, from: number): number {
  const end = xml.indexOf(sign, from)
  return end === -1 ? xml.length : end
}
