import type { CodeOptions } from '@aliquot/contract/exports'
import { PdfBinder } from '../../../lib/pdf/binder.ts'
import { cutUnits } from '../../../lib/text.ts'
import type { CodeLabel } from '../../../media/paper/sheet.ts'
import { pressOf } from '../../../media/workplace.ts'
import type { Viewer } from '../../entries/entries.record.ts'
import type { Reader } from './reader.ts'
import { sheetWords } from './words/languages.ts'

/** A list of titles with their codes, as PDF. */
export async function* codesOf(
  { ctx, actor }: Viewer,
  reader: Reader,
  labels: AsyncIterable<CodeLabel>,
): AsyncGenerator<Buffer> {
  const { code: language, words } = reader.language
  const about = { title: words.codes, author: reader.name, language, madeAt: ctx.now() }
  const binder = new PdfBinder({ ...about, isArchive: false })
  yield* binder.begin()
  const told: CodeLabel[] = []
  for await (const label of labels) told.push(label)
  const shown = told.length > 0 ? told : [{ title: words.nothing, address: '' }]
  const sheet = { ...about, page: reader.page, words: sheetWords(reader.language), labels: shown }
  yield* binder.add(await pressOf(ctx).make({ task: 'codes', sheet, start: binder.start() }, { person: actor.userid }))
  yield* binder.end()
}

/** One code as PNG. */
export async function* codePicture(
  { ctx, actor }: Viewer,
  { title, address }: CodeLabel,
  { size, withTitle, titleLines, titleChars }: CodeOptions,
): AsyncGenerator<Buffer> {
  const lines = withTitle === false ? [] : linesOf(title, titleLines, titleChars)
  const { data } = await pressOf(ctx).make({ task: 'code', code: { address, lines, size } }, { person: actor.userid })
  yield Buffer.from(data)
}

/** As many lines of so many characters as there may be. What does not fit is left out, and dots say so. */
export function linesOf(title: string, most: number, length: number): string[] {
  const lines: string[] = []
  let rest = title.trim()
  while (rest !== '' && lines.length < most) {
    if (rest.length <= length) {
      lines.push(rest)
      return lines
    }
    const isLast = lines.length === most - 1
    const cut = cutUnits(rest, isLast ? length - 1 : length)
    const blank = cut.lastIndexOf(' ')
    const line = !isLast && blank > length / 3 ? cut.slice(0, blank) : cut
    lines.push(isLast ? `${line.trimEnd()}…` : line.trimEnd())
    rest = rest.slice(line.length).trimStart()
  }
  return lines
}
