import type { EntityType } from '@aliquot/contract/common'
import type { EntityListRow } from '@aliquot/contract/entities'
import type { CodeOptions, ExportOptions } from '@aliquot/contract/exports'
import type { LabelOptions } from '@aliquot/contract/label-sheets/query'
import { wireTime } from '../../lib/dates.ts'
import { zipOf } from '../../lib/zip/zip.ts'
import { Texts } from '../../text-work/text-work.ts'
import type { Viewer } from '../entries/entries.record.ts'
import { kindOf } from '../entries/entries.types.ts'
import { plainLink } from '../entries/record/address.ts'
import { streamRows } from '../entry-lists/list-entries.ts'
import { crateMembers } from './eln/eln.crate.ts'
import { amongIds } from './eln/eln.entry-list.ts'
import { cratePreview } from './eln/eln.preview.ts'
import { csvOf } from './exports.csv.ts'
import { type Place, readIfOpen } from './exports.read.ts'
import { membersOf } from './exports.zip.ts'
import { codePicture, codesOf } from './paper/codes.ts'
import { labelled } from './paper/label-of.ts'
import { labelPages, planLabels } from './paper/labels.ts'
import { paperOf } from './paper/paper.ts'
import { readerOf } from './paper/reader.ts'

/** The entries of one type. */
export interface Chosen {
  type: EntityType
  ids: readonly number[]
}

type TogetherOptions = ExportOptions & Partial<CodeOptions> & LabelOptions

/** Entries of several types in one file, each read when its turn comes. `rest` is awaited after each. */
export async function exportTogether(
  viewer: Viewer,
  chosen: readonly Chosen[],
  options: TogetherOptions,
  rest: () => Promise<void>,
): Promise<AsyncIterable<Buffer | string>> {
  const { ctx, actor, baseUrl } = viewer
  const { format } = options
  const places = () => withRests(placesOf(viewer, chosen), rest)
  const rows = (one: Chosen) => withRests(streamRows(ctx, actor, one.type, one.ids), rest)
  if (format === 'csv') return tablesOf(viewer, chosen, rows)
  if (format === 'json') return recordsOf(places())
  if (format === 'elnhtml') return cratePreview(places())
  if (format === 'eln') {
    const isInside = amongIds(chosen.flatMap(({ ids }) => [...ids]))
    const version = options.rocrate ?? '1.1'
    return zipOf(crateMembers(places(), { ctx, version, baseUrl, isInside }))
  }
  if (format === 'qrpng') return codeOf(viewer, chosen, rows, options)
  const reader = await readerOf(ctx, actor)
  if (format === 'qrpdf') return codesOf(viewer, reader, labelsOf(viewer, chosen, rows))
  if (format === 'labels') {
    return labelPages(viewer, reader, await planLabels(viewer, reader, labelledOf(chosen, rows), options))
  }
  if (format === 'pdf' || format === 'pdfa') {
    const title = `${wireTime(ctx.now(), ctx.config.TIMEZONE).slice(0, 10)} elabftw export`
    const isArchive = format === 'pdfa'
    return paperOf(viewer, places(), { ...options, reader, title, isArchive, isOfMany: true })
  }
  return zipOf(membersOf(places(), { ...options, reader: format === 'zip' ? undefined : reader, isByOwner: true }))
}

type Coded = Pick<EntityListRow, 'id' | 'title'> & { sharelink?: string }
type Rows = (one: Chosen) => AsyncIterable<EntityListRow> | Iterable<EntityListRow>

async function* withRests<T>(all: AsyncIterable<T> | Iterable<T>, rest: () => Promise<void>): AsyncGenerator<T> {
  for await (const one of all) {
    yield one
    await rest()
  }
}

function* placesOf(viewer: Viewer, chosen: readonly Chosen[]): Generator<Place> {
  for (const { type, ids } of chosen) for (const id of ids) yield { viewer, type, id }
}

/** One table: the columns are the same for all types. */
async function* tablesOf(
  { actor, baseUrl }: Viewer,
  chosen: readonly Chosen[],
  rows: Rows,
): AsyncGenerator<Buffer | string> {
  let hasHead = false
  for (const one of chosen) {
    let isHead = true
    const texts = new Texts(actor.userid)
    for await (const line of csvOf(rows(one), { kind: kindOf(one.type), baseUrl, texts })) {
      if (!isHead || !hasHead) yield line
      isHead = false
      hasHead = true
    }
  }
}

/** One list of whole records, each with its history. */
async function* recordsOf(places: AsyncIterable<Place> | Iterable<Place>): AsyncGenerator<string> {
  let isFirst = true
  yield '['
  for await (const place of places) {
    const found = await readIfOpen(place, { json: true })
    if (!found?.record) continue
    if (!isFirst) yield ','
    isFirst = false
    yield* found.record.plain()
  }
  yield ']'
}

/** Without share keys: files reach people who were not meant to get lasting access. */
async function* labelsOf({ baseUrl }: Viewer, chosen: readonly Chosen[], rows: Rows) {
  for (const one of chosen) {
    for await (const { id, title } of rows(one)) yield { title, address: plainLink({ id }, kindOf(one.type), baseUrl) }
  }
}

async function* labelledOf(chosen: readonly Chosen[], rows: Rows) {
  for (const one of chosen) yield* labelled(one.type, rows(one))
}

async function* codeOf(
  viewer: Viewer,
  chosen: readonly Chosen[],
  rows: Rows,
  { size = 250, withTitle, titleLines = 2, titleChars = 42 }: TogetherOptions,
): AsyncGenerator<Buffer> {
  for (const one of chosen) {
    for await (const row of rows(one)) {
      const { id, title, sharelink }: Coded = row
      const address = sharelink ?? plainLink({ id }, kindOf(one.type), viewer.baseUrl)
      yield* codePicture(viewer, { title, address }, { size, withTitle, titleLines, titleChars })
    }
  }
}
