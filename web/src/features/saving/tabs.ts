import type { Version } from './saver.ts'

/** Pages of one browser tell each other what they saved, and which journals are in use. */
type Message =
  | { kind: 'saved'; entryId: number; version: Version }
  | { kind: 'whose'; key: string }
  | { kind: 'mine'; key: string }

/** Names this page among all pages of the browser, until it is closed. */
export const pageId = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('')

const channel = new BroadcastChannel('aliquot-saving')
const savedListeners = new Set<(entryId: number, version: Version) => void>()
const answers = new Set<string>()
let isOwnJournal: (key: string) => boolean = () => false

channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.kind === 'saved') for (const listener of savedListeners) listener(data.entryId, data.version)
  else if (data.kind === 'whose' && isOwn(data.key)) send({ kind: 'mine', key: data.key })
  else if (data.kind === 'mine') answers.add(data.key)
})

export function tellSaved(entryId: number, version: Version): void {
  send({ kind: 'saved', entryId, version })
}

export function onSavedElsewhere(listener: (entryId: number, version: Version) => void): void {
  savedListeners.add(listener)
}

export function claimJournals(isOwn: (key: string) => boolean): void {
  isOwnJournal = isOwn
}

/** Words in an input are kept per page, so that two tabs do not write into each other. */
export function inputKey(userid: number, entryId: number, name: string): string {
  return `input/${userid}/${entryId}/${name}/${pageId}`
}

export function isOwnInput(key: string): boolean {
  return key.startsWith('input/') && key.endsWith(`/${pageId}`)
}

function isOwn(key: string): boolean {
  return isOwnInput(key) || isOwnJournal(key)
}

const ANSWER_TIME = 150

/** The journals that no open page is writing. */
export async function findOrphans<T extends { key: string }>(journals: T[]): Promise<T[]> {
  const foreign = journals.filter((journal) => !isOwn(journal.key))
  if (foreign.length === 0) return []
  for (const { key } of foreign) {
    answers.delete(key)
    send({ kind: 'whose', key })
  }
  await new Promise((resolve) => setTimeout(resolve, ANSWER_TIME))
  return foreign.filter((journal) => !answers.has(journal.key))
}

function send(message: Message): void {
  channel.postMessage(message)
}
