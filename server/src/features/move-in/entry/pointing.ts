import type { EntityType } from '@aliquot/contract/common'
import type { Db } from '../../../db/schema.ts'
import {
  addressesIn,
  entryAddress,
  fileAddress,
  fileNamesIn,
  idKey,
  keysToFind,
  rewriteAddresses,
} from '../../imports/imports.addresses.ts'
import { MOVED_KIND } from '../move-in.kinds.ts'
import * as repo from '../move-in.repo.ts'
import type { Run } from '../move-in.run.ts'
import type { NamedFile } from './files.ts'

const MOST_ADDRESSES = 10_000

/** Our ids for entries of theirs, by `experiments 12`. They have them before they come. */
export type Ours = ReadonlyMap<string, { type: EntityType; id: number; isHere: boolean }>

export async function findEntries(
  { ctx, source }: Run,
  wanted: readonly { type: EntityType; id: number }[],
  db: Db = ctx.db.read,
): Promise<Ours> {
  const ours = new Map<string, { type: EntityType; id: number; isHere: boolean }>()
  for (const [type, some] of Map.groupBy(wanted, (one) => one.type)) {
    const ids = JSON.stringify([...new Set(some.map(({ id }) => id))])
    for (const row of await repo.findSome(db, { source: source.id, kind: MOVED_KIND[type], ids })) {
      if (row.our_id === null) continue
      ours.set(idKey(type, row.their_id), { type, id: row.our_id, isHere: row.position !== null })
    }
  }
  return ours
}

/** Lets the links and pictures of a text lead to what they lead to here. HTML must be cleaned afterwards. */
export async function pointText(run: Run, text: string, isHtml: boolean, files: readonly NamedFile[]): Promise<string> {
  const addresses = addressesIn(text, isHtml).slice(0, MOST_ADDRESSES)
  if (addresses.length === 0) return text
  const byName = new Map(files.flatMap((file) => [[file.theirs.longName, file.long_name] as const]))
  const ours = await findEntries(
    run,
    addresses.flatMap((address) => entryOf(run, address) ?? []),
  )
  return rewriteAddresses(text, isHtml, (address) => {
    const file = fileNamesIn(address).find((name) => byName.has(name))
    if (file !== undefined && isTheirs(run, address)) return fileAddress(byName.get(file) ?? '')
    const entry = entryOf(run, address)
    const found = entry && ours.get(idKey(entry.type, entry.id))
    return found && entryAddress(found.type, found.id)
  })
}

const KEY = /^(experiments|items|experiments_templates|items_types) (\d+)$/

/** The entry of that server that an address leads to. */
function entryOf(run: Run, address: string): { type: EntityType; id: number } | undefined {
  for (const key of keysToFind(address)) {
    const [host] = key.split(' ')
    const rest = host && run.hosts.has(host) ? key.slice(host.length + 1) : key
    const [, type, id] = KEY.exec(rest) ?? []
    if (type !== undefined) return { type: type as EntityType, id: Number(id) }
  }
  return undefined
}

function isTheirs({ hosts }: Run, address: string): boolean {
  const host = /^(?:https?:)?\/\/([^/?#]+)/i.exec(address)?.[1]?.toLowerCase()
  return host === undefined || hosts.has(host)
}
