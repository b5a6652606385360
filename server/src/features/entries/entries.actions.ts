import { randomUUID } from 'node:crypto'
import type { EntityAttributes, EntityPatch, PlainAction } from '@aliquot/contract/entity-input'
import { withFiles } from '@aliquot/contract/share-key'
import type { Actor } from '../../access/actor.ts'
import { requireKnownGrantees } from '../../access/grantees.ts'
import type { Change } from '../../change.ts'
import type { EntityRow } from '../../db/schema.ts'
import { InvalidInput, Unprocessable } from '../../errors.ts'
import { isLong } from '../../text-work/text-work.ts'
import { changeEntity, type EntityEdit } from './entries.change.ts'
import { requireNextCustomId } from './entries.labels.ts'
import { requireAllowedLevels } from './entries.levels.ts'
import type { Ahead } from './entries.lookup.ts'
import { fillFields } from './entries.metadata.ts'
import { transferEntity } from './entries.owner.ts'
import { applyEdit, prepareEdit, requireMutable } from './entries.patch.ts'
import { readPermission } from './entries.permissions.ts'
import { togglePin } from './entries.pins.ts'
import { archive, destroy, lock, restore, unarchive, unlock } from './entries.states.ts'
import type { EntityKind } from './entries.types.ts'

/** A parsed PATCH, to be run once the entry is locked and the rights are checked. */
export interface Deed {
  name: string
  /** The access that the actor needs. */
  access: 'read' | 'write'
  /** It alters nothing but the entry, and is short. */
  isShareable?: boolean
  /** It changes the main text. */
  changesText?: boolean | undefined
  /** Answer with an empty list, because the actor may no longer be able to read the entry. */
  answers?: 'nothing'
  /** Returns the entry afterwards, or nothing if it stays as it is. */
  run(work: Change, actor: Actor, entry: EntityRow, ahead?: Ahead): Promise<EntityRow | undefined>
}

/** Parses the body of a PATCH and refuses what is wrong regardless of the entry. */
export function readDeed(kind: EntityKind, patch: EntityPatch): Deed {
  switch (patch.action) {
    case undefined:
    case 'update': {
      const edit = prepareEdit(kind, patch)
      const deed = write('update', (work, actor, entry, ahead) => applyEdit(work, actor, kind, entry, edit, ahead))
      const changesText = patch.body !== undefined || patch.bodyappend !== undefined
      return { ...deed, isShareable: isShareable(patch), changesText }
    }
    case 'pin':
      return { name: 'pin', access: 'read', run: (work, actor, entry) => togglePin(work, actor, entry.id) }
    case 'setcanread':
    case 'setcanwrite': {
      const name = patch.action === 'setcanread' ? 'canread' : 'canwrite'
      const { text } = readPermission('can', patch.can, { complete: true })
      const set =
        name === 'canread'
          ? { canread: text, canread_base: patch.can_base }
          : { canwrite: text, canwrite_base: patch.can_base }
      return write(patch.action, async (work, actor, entry) => {
        await requireAllowedLevels(work.db, entry, set)
        await requireKnownGrantees(work.db, 'can', text, entry[name])
        requireMutable(actor, kind, entry, { ...entry, ...set })
        return changeEntity(work, actor, entry, { set, touch: true })
      })
    }
    case 'sharefiles': {
      const { action, include } = patch
      return write(action, async (work, actor, entry) => {
        if (entry.access_key === null) throw new Unprocessable('entry.no_share_link')
        const set = { access_key: withFiles(entry.access_key, include === 1) }
        return changeEntity(work, actor, entry, { set, touch: true })
      })
    }
    case 'updatemetadatafield': {
      const { action, ...values } = patch
      return write(action, (work, actor, entry) => {
        const metadata = fillFields(entry.metadata, values, { id: entry.id, type: kind.type })
        return changeEntity(work, actor, entry, { set: { metadata }, touch: true })
      })
    }
    case 'updateowner': {
      const { userid, team } = patch
      return {
        ...write(patch.action, (work, actor, entry) => transferEntity(work, actor, entry, { userid, team })),
        answers: 'nothing',
      }
    }
    // Only closes requests for it, as every requested action does.
    case 'review':
      return { name: patch.action, access: 'read', run: async () => undefined }
    // A no-op: versions detect concurrent edits, so an entry is never reserved for one person.
    case 'removeexclusiveeditmode':
      return write(patch.action, async () => undefined)
    case 'timestamp':
    case 'bloxberg':
    case 'sign':
      throw new InvalidInput('entry.not_available', { field: 'action', action: patch.action })
    default: {
      const plain = PLAIN[patch.action]
      return write(patch.action, async (work, actor, entry) =>
        changeEntity(work, actor, entry, { ...(await plain(work, actor, entry)), touch: true }),
      )
    }
  }
}

/** Numbers of a category are given one after the other, a deleted entry leaves others, and long texts take long. */
function isShareable({ category, custom_id, state, ...texts }: EntityAttributes): boolean {
  const isOwn = category === undefined && custom_id === undefined && state === undefined
  return isOwn && ![texts.body, texts.bodyappend, texts.metadata, texts.metadatamerge].some(isLong)
}

function write(name: string, run: Deed['run']): Deed {
  return { name, access: 'write', run }
}

type Effect = Pick<EntityEdit, 'set' | 'changes'>

/** The actions without further parameters. */
const PLAIN: Record<
  Exclude<PlainAction, 'pin' | 'review' | 'removeexclusiveeditmode'>,
  (work: Change, actor: Actor, entry: EntityRow) => Effect | Promise<Effect>
> = {
  lock: (work, actor, entry) => ({ set: entry.locked === 1 ? unlock(work, entry) : lock(work, actor, entry) }),
  forcelock: (work, actor, entry) => ({ set: lock(work, actor, entry) }),
  forceunlock: (work, _, entry) => ({ set: unlock(work, entry) }),
  archive: (work, actor, entry) => ({ set: archive(work, actor, entry) }),
  unarchive: (work, _, entry) => ({ set: unarchive(work, entry) }),
  destroy: (work, _, entry) => destroy(work, entry),
  restore: async (work, _, entry) => ({ set: await restore(work, entry) }),
  accesskey: (_, __, entry) => ({ set: { access_key: entry.access_key === null ? randomUUID() : null } }),
  setnextcustomid: async (work, _, entry) => ({ set: { custom_id: await requireNextCustomId(work.db, entry) } }),
}
