import { decodeHTML } from 'entities'

/**
 * The text of a document in XML: what stands between its tags, with a line end where an element ends that makes a
 * paragraph, a row or a cell. Nothing is resolved that a document declares itself, so there is nothing to be bombed with.
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

/** What has no end goes on to the end of all. */
function endOf(xml: string, sign: string, from: number): number {
  const end = xml.indexOf(sign, from)
  return end === -1 ? xml.length : end
}
