import type { Version } from './text-state.ts'

/** Pages of one browser tell each other what they saved, and which unsaved texts are in use. */
type Message =
  | { kind: 'saved'; entryId: number; version: Version }
  | { kind: 'whose'; key: string }
  | { kind: 'mine'; key: string }

/** Identifies this page among all pages of the browser. */
export const pageId = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('')

const channel = new BroadcastChannel('aliquot-saving')
const savedListeners = new Set<(entryId: number, version: Version) => void>()
const answers = new Set<string>()
let isOwnUnsaved: (key: string) => boolean = () => false

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

export function claimUnsaved(isOwn: (key: string) => boolean): void {
  isOwnUnsaved = isOwn
}

/** Words in an input are stored per page, so that two tabs do not overwrite each other. */
export function inputKey(userid: number, entryId: number, name: string): string {
  return `input/${userid}/${entryId}/${name}/${pageId}`
}

export function isOwnInput(key: string): boolean {
  return key.startsWith('input/') && key.endsWith(`/${pageId}`)
}

function isOwn(key: string): boolean {
  return isOwnInput(key) || isOwnUnsaved(key)
}

const ANSWER_TIME = 150

/** The unsaved texts that no open page edits. */
export async function findOrphans<T extends { key: string }>(unsavedTexts: T[]): Promise<T[]> {
  const foreign = unsavedTexts.filter((unsaved) => !isOwn(unsaved.key))
  if (foreign.length === 0) return []
  for (const { key } of foreign) {
    answers.delete(key)
    send({ kind: 'whose', key })
  }
  await new Promise((resolve) => setTimeout(resolve, ANSWER_TIME))
  return foreign.filter((unsaved) => !answers.has(unsaved.key))
}

function send(message: Message): void {
  channel.postMessage(message)
}
