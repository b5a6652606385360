import type { Line } from './place-at.ts'

/** What decides where the lines of a text area break. */
const COPIED = [
  ...(['boxSizing', 'width', 'paddingTop', 'paddingRight', 'paddingBottom', 'paddingLeft'] as const),
  ...(['borderTopWidth', 'borderRightWidth', 'borderBottomWidth', 'borderLeftWidth', 'borderStyle'] as const),
  ...(['fontFamily', 'fontSize', 'fontWeight', 'letterSpacing', 'lineHeight', 'tabSize', 'textIndent'] as const),
]

/** The line of a position in a text area. Browsers do not tell it, so a hidden copy of the text is measured. */
export function lineInField(field: HTMLTextAreaElement, at: number): Line {
  const copy = document.createElement('div')
  const style = getComputedStyle(field)
  for (const name of COPIED) copy.style[name] = style[name]
  const { left, top } = field.getBoundingClientRect()
  Object.assign(copy.style, {
    ...{ position: 'fixed', visibility: 'hidden', whiteSpace: 'pre-wrap', overflowWrap: 'break-word' },
    ...{ left: `${left}px`, top: `${top - field.scrollTop}px` },
  })
  const mark = document.createElement('span')
  // The rest of the line decides whether its first word is broken; what follows does not matter.
  mark.textContent = /^.*/.exec(field.value.slice(at, at + 500))?.[0] || '.'
  copy.append(field.value.slice(0, at), mark)
  document.body.append(copy)
  const [line = { left, top, bottom: top }] = mark.getClientRects()
  copy.remove()
  return { left: line.left, top: line.top, bottom: line.bottom }
}
