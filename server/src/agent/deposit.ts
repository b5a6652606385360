import type { FileHandle } from 'node:fs/promises'
import type { Client } from './client.ts'
import { hashFile } from './hash-file.ts'
import type { FileRecord, Ledger, Place, Sent } from './ledger.ts'
import { keyOf, notebookName } from './paths.ts'
import { Changed, Refused } from './problems.ts'
import type { Rule } from './rules.ts'
import { type FoundFile, openFile, requireUnchanged } from './scan.ts'
import { onceOf, type Targets } from './targets.ts'
import type { Throttle } from './throttle.ts'
import { sendUpload } from './upload.ts'

export interface Depositor {
  client: Client
  ledger: Ledger
  targets: Targets
  throttle: Throttle
  signal: AbortSignal
}

export interface Task {
  file: FoundFile
  rule: Rule
  groups: readonly string[]
  /** Sends what there was of it when it was found, whatever is added meanwhile. */
  isGrowing: boolean
  progress(bytes: number): void
}

export type Outcome = { did: 'sent' | 'known' | 'unchanged'; entry: Place; upload: number }

interface StoredFile {
  id: number
  entity_type: Place['type']
  entity_id: number
  real_name: string
  state: number
}

/**
 * Brings one file into the notebook, once. The notebook is asked for the content before and after: before, because an
 * earlier answer may have been lost; after, because the file may have changed on the way.
 */
export async function depositFile(depositor: Depositor, task: Task): Promise<Outcome> {
  const handle = await openFile(task.file)
  try {
    return await depositOpen(depositor, task, handle)
  } finally {
    await handle.close()
  }
}

async function depositOpen(depositor: Depositor, task: Task, handle: FileHandle): Promise<Outcome> {
  const { client, ledger, throttle, signal, targets } = depositor
  const { file, rule, groups } = task
  const key = keyOf(file.path)
  const stamp = task.isGrowing ? undefined : file.stamp
  await requireUnchanged(handle, stamp)
  const sha256 = await hashFile(handle, file.size, signal)
  await requireUnchanged(handle, stamp)
  const record = ledger.files.get(key)
  const earlier = sentBefore(record)
  if (earlier?.sha256 === sha256) return keep('unchanged', earlier.entry, earlier.upload)

  const name = notebookName(file.relative)
  const begun = record?.is === 'begun' && record.sha256 === sha256 ? record : undefined
  const isOwn = (one: StoredFile) => one.real_name === name && !ledger.isOfAnother(one.id, key)
  if (!earlier && !begun) {
    // Whatever became of it since: who removed it does not want it back.
    const stored = (await findStored(client, sha256)).find((one) => isOwn(one) && isGoal(task, one))
    if (stored) return keep('known', placeOf(stored), stored.id)
  }
  const entry = earlier?.entry ?? begun?.entry ?? (await targets.find(rule.goal, rule.folder, file, groups))
  const inEntry = (await findStored(client, sha256, entry)).find(isOwn)
  // An earlier version with the same content is not this one.
  if (inEntry && (!earlier || inEntry.state === 1)) return keep('known', entry, inEntry.id)

  const send = (replaces: number | undefined, url: string | undefined) =>
    sendUpload(client, throttle, {
      ...{ handle, entry, name, replaces, url, size: file.size, stamp },
      once: onceOf('file', ledger.agent, key, sha256, `${entry.type}/${entry.id}`, String(replaces ?? '')),
      begun: (address) =>
        ledger.setFile(key, { is: 'begun', sha256, entry, url: address, ...(replaces !== undefined && { replaces }) }),
      progress: task.progress,
    })
  const upload = await sendVersion(send, earlier?.upload ?? begun?.replaces, begun?.url)
  const stored = await findStored(client, sha256, entry)
  if (!stored.some(({ id }) => id === upload)) {
    // Other bytes arrived than those that were hashed. The right ones follow as the next version.
    ledger.setFile(key, { is: 'sent', stamp: '', sha256: '', entry, upload })
    throw new Changed('it changed while it was sent')
  }
  return keep('sent', entry, upload)

  function keep(did: Outcome['did'], at: Place, id: number): Outcome {
    ledger.setFile(key, { is: 'sent', stamp: file.stamp, sha256, entry: at, upload: id })
    return { did, entry: at, upload: id }
  }
}

/** A version whose predecessor somebody archived or removed becomes a file of its own. */
async function sendVersion(
  send: (replaces: number | undefined, url: string | undefined) => Promise<number>,
  replaces: number | undefined,
  url: string | undefined,
): Promise<number> {
  try {
    return await send(replaces, url)
  } catch (error) {
    const isGone =
      error instanceof Refused &&
      ['upload.not_shown', 'upload.not_found', 'apikey.deposit_not_added'].includes(error.reason)
    if (replaces === undefined || !isGone) throw error
    return send(undefined, undefined)
  }
}

function sentBefore(record: FileRecord | undefined): Sent | undefined {
  if (record?.is === 'sent') return record
  return record?.is === 'refused' ? record.before : undefined
}

/** A content that is there already counts only where the rule could have put it. */
function isGoal({ rule: { goal } }: Task, { entity_type }: StoredFile): boolean {
  return goal.kind === 'template' && goal.type === entity_type
}

function placeOf({ entity_type, entity_id }: StoredFile): Place {
  return { type: entity_type, id: entity_id }
}

function findStored(client: Client, sha256: string, entry?: Place): Promise<StoredFile[]> {
  return client.get(`deposits?sha256=${sha256}${entry ? `&entity_id=${entry.id}` : ''}`)
}
