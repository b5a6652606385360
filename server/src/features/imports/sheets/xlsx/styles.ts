import type { Parts } from './parts.ts'
import { NOTHING } from './workbook.ts'
import { attributesOf } from './xml-stream.ts'

/** What a number of a cell means by its format; undefined: a number. */
export type Meaning = 'date' | 'time' | 'datetime' | undefined

const MOST_STYLES = 100_000

/** The meanings of the styles of cells, by their number. */
export async function readStyles(parts: Parts, name: string | null): Promise<Meaning[]> {
  const styles: Meaning[] = []
  if (name === null || !parts.has(name)) return styles
  const formats = new Map<string, Meaning>()
  let isInCells = false
  await parts.read(name, {
    ...NOTHING,
    open(tag, text) {
      if (tag === 'cellXfs') isInCells = true
      else if (tag === 'numFmt' && formats.size < MOST_STYLES) {
        const given = attributesOf(text)
        formats.set(given.get('numFmtId') ?? '', meaningOfCode(given.get('formatCode') ?? ''))
      } else if (tag === 'xf' && isInCells && styles.length < MOST_STYLES) {
        const id = attributesOf(text).get('numFmtId') ?? '0'
        styles.push(formats.has(id) ? formats.get(id) : meaningOfId(Number(id)))
      }
    },
    close(tag) {
      if (tag === 'cellXfs') isInCells = false
    },
  })
  return styles
}

/** Formats that every spreadsheet has, those of East Asia too. */
function meaningOfId(id: number): Meaning {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return 'date'
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return 'time'
  return id === 22 ? 'datetime' : undefined
}

const LONGEST_CODE = 1000

/** `dd/mm/yyyy hh:mm`, with words in quotation marks, colors and such around it. */
export function meaningOfCode(code: string): Meaning {
  const [first = ''] = code
    .slice(0, LONGEST_CODE)
    .replace(/\\.|_.|\*.|"[^"]*"/g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';')
  if (/general/i.test(first)) return undefined
  const [hasDay, hasClock] = [/[dy]|m{3,}/i.test(first), /[hs]/i.test(first)]
  if (hasDay) return hasClock ? 'datetime' : 'date'
  return hasClock ? 'time' : undefined
}
