import type { CodedEntry } from '@aliquot/contract/codes'
import type { EntityType } from '@aliquot/contract/common'
import type { Actor } from '../../access/actor.ts'
import { whoOf } from '../../access/visibility.ts'
import type { Context } from '../../context.ts'
import { TYPE_NUMBER } from '../entries/entries.access.ts'
import * as repo from './codes.repo.ts'
import { meaningOf } from './meaning.ts'

interface Asked {
  code: string
  baseUrl: string
}

/** The entries that a code means, without those that the actor may not read. */
export async function entriesOfCode({ db }: Context, actor: Actor, { code, baseUrl }: Asked): Promise<CodedEntry[]> {
  const meaning = meaningOf(code, baseUrl)
  if (!meaning) return []
  const who = whoOf(actor)
  switch (meaning.kind) {
    case 'elabid':
      return told(await repo.findByElabid(db.read, { ...who, elabid: meaning.elabid }))
    case 'number': {
      const { number } = meaning
      const named = await repo.findByCustomId(db.read, { ...who, custom_id: number })
      return told(named.length > 0 ? named : await repo.findById(db.read, { ...who, id: number }))
    }
    default: {
      const found = told(await repo.findById(db.read, { ...who, id: meaning.id }))
      return found.filter(({ type }) => meaning.type === undefined || meaning.type === type)
    }
  }
}

const TYPES = new Map(Object.entries(TYPE_NUMBER).map(([type, number]) => [number, type as EntityType]))

type Row = Awaited<ReturnType<typeof repo.findById>>[number]

function told(rows: readonly Row[]): CodedEntry[] {
  return rows.map(({ id, type, title, state }) => ({ type: TYPES.get(type) ?? 'experiments', id, title, state }))
}
