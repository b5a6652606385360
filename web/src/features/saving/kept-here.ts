import {
  allKept,
  deleteUnsaved,
  dropKept,
  type KeptRow,
  putKept,
  putUnsaved,
  unsavedOf,
} from '../../sync/pending-store.ts'
import type { UnsavedRow } from '../../sync/unsaved-row.ts'
import { plainText } from '../../ui/words/plain-text.ts'
import { lastUserid } from '../session/session.queries.ts'
import { type FieldName, splitName } from './entry-fields.ts'

/** All unsaved work of an entry on this device, as text for the clipboard; empty for nothing. */
export async function readKeptWords(entryId: number): Promise<string> {
  const { unsavedTexts, rows } = await readKept(entryId)
  return [...unsavedTexts.map(wordsOfUnsaved), ...rows.map(wordsOfRow)].join('\n\n')
}

/** Discards it. Returns a function that restores it. */
export async function discardKept(entryId: number): Promise<() => Promise<void>> {
  const { unsavedTexts, rows } = await readKept(entryId)
  for (const letGo of openSavers) letGo(entryId)
  for (const { key } of unsavedTexts) await deleteUnsaved(key)
  for (const { key } of rows) await dropKept(key)
  return async () => {
    // Under a key that no open page uses: the next page that opens the entry takes it up.
    for (const [index, row] of unsavedTexts.entries())
      await putUnsaved({ ...row, key: `${entryId}/${Date.now()}-${index}` })
    for (const row of rows) await putKept(row)
  }
}

const openSavers: ((entryId: number) => void)[] = []

/** `letGo` is called when the unsaved work of an entry is discarded, so that its saver stops. */
export function onDiscarded(letGo: (entryId: number) => void): void {
  openSavers.push(letGo)
}

async function readKept(entryId: number): Promise<{ unsavedTexts: UnsavedRow[]; rows: KeptRow[] }> {
  const userid = lastUserid()
  const unsavedTexts = (await unsavedOf(entryId)).filter((row) => row.userid === userid)
  const rows = (await allKept()).filter((row) => row.entryId === entryId && row.userid === userid)
  return { unsavedTexts, rows }
}

function wordsOfUnsaved({ kind, current: { title, body } }: UnsavedRow): string {
  return `${title}\n\n${kind === 'html' ? plainText(body) : body}`
}

function wordsOfRow({ content }: KeptRow): string {
  const {
    text,
    comment,
    body,
    target,
    field,
    value,
    name: file,
  } = content as {
    text?: string
    comment?: string
    /** The text of a step. */
    body?: string
    /** The entry of a link. */
    target?: { title: string }
    field?: FieldName
    value?: unknown
    /** Of a file. */
    name?: string
  }
  if (field === undefined) return text ?? comment ?? body ?? target?.title ?? file ?? ''
  const { kind, name } = splitName(field)
  return `${name || kind}: ${typeof value === 'string' ? value : JSON.stringify(value)}`
}
