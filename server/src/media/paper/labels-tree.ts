import { layoutOf, placeOf } from '@aliquot/contract/label-sheets/geometry'
import { cutUnits } from '../../lib/text.ts'
import { codeOf } from './codes.ts'
import type { LabelPages, PaperLabel } from './sheet.ts'
import { spokenOf } from './text/scripts.ts'

/** What the template of labels reads. */
export function labelsTree({ sheet, labels, places, first, madeAt, ...about }: LabelPages) {
  const [year, month, day, hour, minute, second] = madeAt.split(/\D/).map(Number)
  const pages: [label: number, x: number, y: number][][] = []
  for (const [index, label] of places.entries()) {
    const { page, x, y } = placeOf(sheet, first + index)
    pages[page] ??= []
    pages[page].push([label, x, y])
  }
  const drawn = labels.map((label) => drawnOf(label, sheet.label))
  return () => ({ ...about, date: { year, month, day, hour, minute, second }, page: sheet.page, labels: drawn, pages })
}

function drawnOf({ code, says, title, lines }: PaperLabel, size: LabelPages['sheet']['label']) {
  const { svg, side } = codeOf(code, says)
  const { width, height } = size
  // Whoever asked was told of codes that are too small; the longest was measured.
  const most = Math.min(width, height)
  const layout = layoutOf(size, side) ?? { code: { x: 0, y: 0, side: most }, words: undefined }
  return {
    svg,
    says,
    width,
    height,
    code: layout.code,
    words: layout.words ? Object.values(layout.words) : null,
    title: { s: shortened(title), loose: loosened(shortened(title)), words: longWords(title), ...spokenOf(title) },
    lines: lines.map((line) => ({ s: loosened(shortened(line)), ...spokenOf(line) })),
  }
}

/** No label has room for more. */
const MOST = 300

function shortened(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim()
  return line.length > MOST ? `${cutUnits(line, MOST)}…` : line
}

/** Those that may be the widest. Lines are broken between the signs of Chinese and Japanese. */
function longWords(title: string): string[] {
  const words = shortened(title).split(/\s|(?<=[\u2e80-\uffdc])|(?=[\u2e80-\uffdc])/)
  return words.sort((a, b) => b.length - a.length).slice(0, 4)
}

const LONG_WORD = /[^\s\p{Script=Arabic}\p{Script=Han}]{13,}/gu
const ZERO_WIDTH = '\u200b'

/** Long words may be broken. Not Arabic ones: their letters are joined. */
function loosened(words: string): string {
  return words.replace(LONG_WORD, (word) => word.replace(/(?:\P{M}\p{M}*){4}(?=\P{M})/gu, (part) => part + ZERO_WIDTH))
}
