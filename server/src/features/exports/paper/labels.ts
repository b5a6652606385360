import { dataMatrixSize } from '@aliquot/contract/label-sheets/data-matrix'
import { type LabelCode, layoutOf, leastLabelFor, QUIET } from '@aliquot/contract/label-sheets/geometry'
import { type LabelOptions, MOST_LABELS } from '@aliquot/contract/label-sheets/query'
import { LABEL_SHEETS, type LabelSheet, USUAL_SHEET } from '@aliquot/contract/label-sheets/sheets'
import { InvalidInput } from '../../../errors.ts'
import { PdfBinder } from '../../../lib/pdf/binder.ts'
import type { PaperLabel } from '../../../media/paper/sheet.ts'
import { pressOf } from '../../../media/workplace.ts'
import type { Viewer } from '../../entries/entries.record.ts'
import { type Labelled, labelOf } from './label-of.ts'
import type { Reader } from './reader.ts'

/** What was asked for, with all that was left out. */
export interface LabelPlan {
  sheet: LabelSheet
  labels: PaperLabel[]
  copies: number
  start: number
}

/** The labels of these entries. It refuses what could not be read from the sheet. */
export async function planLabels(
  { baseUrl }: Viewer,
  reader: Reader,
  entries: AsyncIterable<Labelled> | Iterable<Labelled>,
  options: LabelOptions,
): Promise<LabelPlan> {
  const { label_sheet: sheet = usualSheet(), label_code: code = 'qr', label_copies: copies = 1 } = options
  const labels: PaperLabel[] = []
  for await (const entry of entries) labels.push(labelOf(entry, { ...options, label_code: code, baseUrl, reader }))
  const given = labels.length * copies
  if (given > MOST_LABELS) throw new InvalidInput('label_sheet.too_many', { most: MOST_LABELS, given })
  await requireReadable(sheet, code, labels)
  return { sheet, labels, copies, start: Math.min(options.label_start ?? 1, sheet.columns * sheet.rows) }
}

function usualSheet(): LabelSheet {
  const found = LABEL_SHEETS.find(({ id }) => id === USUAL_SHEET)
  if (!found) throw new Error('the usual sheet is not known')
  return found
}

async function requireReadable({ label }: LabelSheet, code: LabelCode, labels: readonly PaperLabel[]): Promise<void> {
  const contents = [...new Set(labels.map(({ says }) => says))].sort((a, b) => b.length - a.length)
  for (const modules of code === 'qr' ? await sidesOfQr(contents) : sidesOfDataMatrix(contents)) {
    if (modules === undefined) throw new InvalidInput('label_sheet.too_long', { field: 'label_content' })
    if (layoutOf(label, modules)) continue
    throw new InvalidInput('label_sheet.too_small', { field: 'label_sheet', least: leastLabelFor(modules) })
  }
}

/** The longest has most modules. */
async function sidesOfQr([longest]: readonly string[]): Promise<(number | undefined)[]> {
  if (longest === undefined) return []
  const { qrOf } = await import('../../../media/paper/codes.ts')
  return [longest.length > MOST_IN_QR ? undefined : qrOf(longest).side]
}

const MOST_IN_QR = 1000

function sidesOfDataMatrix(contents: readonly string[]): (number | undefined)[] {
  return contents.map((says) => {
    const size = dataMatrixSize(says)
    return size === undefined ? undefined : size + 2 * QUIET.datamatrix
  })
}

/** Labels of one part. A part needs time and memory together, but a document may have thousands. */
const MOST_OF_PART = 250

/** The pages of labels as PDF. */
export async function* labelPages({ ctx, actor }: Viewer, reader: Reader, plan: LabelPlan): AsyncGenerator<Buffer> {
  const { code: language, words } = reader.language
  const { sheet, labels, copies, start } = plan
  const about = { title: words.labels, author: reader.name, language, madeAt: ctx.now() }
  const binder = new PdfBinder({ ...about, isArchive: false })
  yield* binder.begin()
  const perPage = sheet.columns * sheet.rows
  // Whole pages, so that the next part begins on a page of its own.
  const perPart = Math.max(1, Math.floor(MOST_OF_PART / perPage)) * perPage
  const places = labels.flatMap((label) => Array.from({ length: copies }, () => label))
  for (let from = 0, room = perPart - (start - 1); from < places.length || from === 0; from += room, room = perPart) {
    const first = from === 0 ? start - 1 : 0
    const part = { ...about, sheet, ...distinct(places.slice(from, from + room)), first }
    yield* binder.add(
      await pressOf(ctx).make({ task: 'labels', sheet: part, start: binder.start() }, { person: actor.userid }),
    )
  }
  yield* binder.end()
}

/** Copies of a label are set once. */
function distinct(places: readonly PaperLabel[]): { labels: PaperLabel[]; places: number[] } {
  const labels = [...new Set(places)]
  const numbers = new Map(labels.map((label, number) => [label, number]))
  return { labels, places: places.map((label) => numbers.get(label) ?? 0) }
}
