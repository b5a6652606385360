import type { Entity } from '@aliquot/contract/entities'
import type { ExperimentLink, ItemLink, LinkTarget } from '@aliquot/contract/links'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '../../api/call.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { finishRemoval, startRemoval, takeBackRemoval, useRemovals } from '../../ui/toasts/removals.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { noteChanged, type VersionedEntry } from '../entry-data/entry.queries.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { type EntryRef, entryParams } from '../entry-data/entry-types.ts'
import { useSession } from '../session/session.queries.ts'
import { isSignedInAs } from '../session/signed-in.ts'
import { linkMessages } from './links.messages.ts'
import { keepLink, LINKS, liveLinks, removalName, type Target, type UnsentLink } from './live-links.ts'

export type EntryLink = ExperimentLink | ItemLink

/** The links of an entry, experiments first. */
export function outgoingLinks(entry: Pick<Entity, 'experiments_links' | 'items_links'>): EntryLink[] {
  return [...entry.experiments_links, ...entry.items_links]
}

/** The links of an entry with unsent ones, which are kept on this device; a refused one disappears again. */
export function useLinks(entry: Entity) {
  const client = useQueryClient()
  const text = useMessages(linkMessages)
  const { show, fail, failOrRetry } = useToasts()
  const { userid } = useSession()
  const removals = useRemovals()
  const key = entryKeys.entry(entry.id)
  const paramsTo = ({ id }: Pick<EntryRef, 'id'>) => ({ ...entryParams(entry), subid: id })
  const live = liveLinks(entry, userid)
  const { unsent } = useSyncExternalStore(live.subscribe, () => live.shown)
  const shown = withUnsent(outgoingLinks(entry), unsent).filter(
    (link) => !removals.has(removalName(entry, refOf(link))),
  )
  useEffect(() => live.onRefused(fail))

  /** The expected list, until the record arrives. */
  const preview = (type: LinkTarget, change: (links: EntryLink[]) => EntryLink[]) =>
    client.setQueryData<VersionedEntry>(key, (before) => {
      if (!before) return before
      const field = `${type}_links` as const
      return { ...before, data: { ...before.data, [field]: change(before.data[field]) } }
    })

  async function readAgain(): Promise<Entity | undefined> {
    noteChanged(client, entry.id)
    await client.invalidateQueries({ queryKey: key })
    return client.getQueryData<VersionedEntry>(key)?.data
  }

  /** Hidden at once, removed by the service when undo is no longer possible. */
  function take(link: EntryLink): void {
    const target = refOf(link)
    const name = removalName(entry, target)
    for (const one of unsent) if (nameOf(newLink(one.target)) === nameOf(link)) live.outbox.letGo(one)
    startRemoval(name, {
      send: async (options) => {
        // Nothing is removed in the name of somebody who has signed in since.
        if (!isSignedInAs(userid)) return
        await call(LINKS[target.type].remove, { params: paramsTo(target), ...options })
        preview(link.type, (links) => links.filter(({ entityid }) => entityid !== link.entityid))
        // A closing page need not reload anything, and could not without a session.
        if (!options.keepalive) void readAgain()
      },
    })
    show({
      message: text.removed(link.title),
      undo: () => takeBackRemoval(name),
      onEnd: () => {
        finishRemoval(name).catch(fail)
      },
    })
  }

  /** Copies all links of another entry. */
  async function takeOver(target: Target): Promise<void> {
    try {
      const before = new Set(outgoingLinks(entry).map(nameOf))
      await call(LINKS[target.type].add, { params: paramsTo(target), body: { action: 'duplicate' } })
      const after = await readAgain()
      const fresh = after ? outgoingLinks(after).filter((link) => !before.has(nameOf(link))) : []
      if (fresh.length === 0) return show({ message: text.importedNone })
      const undo = async () => {
        for (const link of fresh) await call(LINKS[link.type].remove, { params: paramsTo(refOf(link)) })
        await readAgain()
      }
      show({ message: text.imported(fresh.length), undo })
    } catch (error) {
      failOrRetry(error, () => void takeOver(target))
    }
  }

  return { links: shown, add: (target: Target) => keepLink(entry.id, target), take, takeOver }
}

/** The entries that link to this one, experiments first. */
export function incomingLinks(entry: Pick<Entity, 'related_experiments_links' | 'related_items_links'>) {
  return [...entry.related_experiments_links, ...entry.related_items_links]
}

export function refOf({ type, entityid }: { type: LinkTarget; entityid: number }) {
  return { type, id: entityid }
}

function nameOf({ type, entityid }: EntryLink): string {
  return `${type}/${entityid}`
}

/** Unsent links follow those of the record. */
function withUnsent(links: readonly EntryLink[], unsent: readonly UnsentLink[]): EntryLink[] {
  const known = new Set(links.map(nameOf))
  return [...links, ...unsent.map(({ target }) => newLink(target)).filter((link) => !known.has(nameOf(link)))]
}

function newLink({ type, id, title }: Target): EntryLink {
  const none = {
    custom_id: null,
    elabid: null,
    category_id: null,
    category_title: null,
    category_color: null,
    status_id: null,
    status_title: null,
    status_color: null,
  }
  const common = { ...none, entityid: id, title, link_state: 1, page: '' }
  return type === 'experiments' ? { ...common, type } : { ...common, type, is_bookable: 0 }
}
