import { lastUserid } from '../session/session.queries.ts'
import { type FieldName, splitName } from './entry-fields.ts'
import {
  allKept,
  deleteJournal,
  dropKept,
  type JournalRow,
  journalsOf,
  type KeptRow,
  putJournal,
  putKept,
} from './journal-db.ts'
import { plainText } from './plain-text.ts'

/** All that only this device has of an entry, as words for the clipboard; empty for nothing. */
export async function readKeptWords(entryId: number): Promise<string> {
  const { journals, rows } = await readKept(entryId)
  return [...journals.map(wordsOfJournal), ...rows.map(wordsOfRow)].join('\n\n')
}

/** Lets go of it. Returns what brings it back. */
export async function discardKept(entryId: number): Promise<() => Promise<void>> {
  const { journals, rows } = await readKept(entryId)
  for (const letGo of openSavers) letGo(entryId)
  for (const { key } of journals) await deleteJournal(key)
  for (const { key } of rows) await dropKept(key)
  return async () => {
    // Under a key that no open page writes to: whoever opens the entry next takes it up.
    for (const [index, row] of journals.entries())
      await putJournal({ ...row, key: `${entryId}/${Date.now()}-${index}` })
    for (const row of rows) await putKept(row)
  }
}

const openSavers: ((entryId: number) => void)[] = []

/** Whatever still tries to save an entry stops to do so when it is discarded. */
export function onDiscarded(letGo: (entryId: number) => void): void {
  openSavers.push(letGo)
}

async function readKept(entryId: number): Promise<{ journals: JournalRow[]; rows: KeptRow[] }> {
  const userid = lastUserid()
  const journals = (await journalsOf(entryId)).filter((row) => row.userid === userid)
  const rows = (await allKept()).filter((row) => row.entryId === entryId && row.userid === userid)
  return { journals, rows }
}

function wordsOfJournal({ kind, current: { title, body } }: JournalRow): string {
  return `${title}\n\n${kind === 'html' ? plainText(body) : body}`
}

function wordsOfRow({ content }: KeptRow): string {
  const { text, comment, body, field, value } = content as {
    text?: string
    comment?: string
    /** Of a step. */
    body?: string
    field?: FieldName
    value?: unknown
  }
  if (field === undefined) return text ?? comment ?? body ?? ''
  const { kind, name } = splitName(field)
  return `${name || kind}: ${typeof value === 'string' ? value : JSON.stringify(value)}`
}
