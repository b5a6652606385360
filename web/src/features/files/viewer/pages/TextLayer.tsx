import type { PageWords } from '@aliquot/contract/page-words'
import { type ClipboardEvent, memo } from 'react'
import classes from './PagesView.module.css'

/** The words of a page over its picture, transparent: they can be selected, copied and read aloud. */
export const TextLayer = memo(function TextLayer({ words: { width, height, lines } }: { words: PageWords }) {
  return (
    <div className={classes.words} onCopy={copySelected}>
      {lines.map((line, number) => (
        <div key={number} data-line>
          {line.map((word, place) => (
            <span
              key={place}
              style={{
                insetInlineStart: `${(100 * word.x) / width}%`,
                insetBlockStart: `${(100 * word.y) / height}%`,
                // Parts of the width of the page, so that zooming needs no new layout by us.
                fontSize: `${(100 * word.height) / width}cqw`,
                transform: `scaleX(${word.width / (word.height * widthOf(word.text))})`,
              }}
            >
              {`${word.text} `}
            </span>
          ))}
        </div>
      ))}
    </div>
  )
})

let pen: CanvasRenderingContext2D | null | undefined

/** The width of a word in the font of the layer, in parts of its size. */
function widthOf(text: string): number {
  if (pen === undefined) {
    pen = document.createElement('canvas').getContext('2d')
    if (pen) pen.font = '100px sans-serif'
  }
  return (pen?.measureText(text).width ?? 50 * text.length) / 100 || 1
}

/** Browsers would write each word on a line of its own. */
function copySelected(event: ClipboardEvent): void {
  const selection = document.getSelection()
  if (!selection || selection.rangeCount === 0) return
  event.clipboardData.setData('text/plain', selectedText(selection.getRangeAt(0)))
  event.preventDefault()
}

export function selectedText(range: Range): string {
  const lines = [...document.querySelectorAll('[data-line]')].map((line) =>
    [...line.querySelectorAll('span')]
      .filter((word) => range.intersectsNode(word))
      .map((word) => partOf(word, range))
      .join('')
      .trimEnd(),
  )
  return lines.filter(Boolean).join('\n')
}

function partOf(word: HTMLElement, range: Range): string {
  const { textContent: text } = word
  const start = word.contains(range.startContainer) ? range.startOffset : 0
  const end = word.contains(range.endContainer) ? range.endOffset : text.length
  return text.slice(start, end)
}
