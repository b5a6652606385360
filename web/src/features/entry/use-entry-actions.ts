import { type Entity, entities } from '@aliquot/contract/entities'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Archive,
  ArchiveRestore,
  Braces,
  Copy,
  Download,
  FilePlus2,
  Hand,
  LayoutTemplate,
  Link2,
  Lock,
  LockOpen,
  MessageSquareQuote,
  Pin,
  PinOff,
  Printer,
  RotateCcw,
  Trash2,
} from 'lucide-react'
import { call, pathOf } from '../../api/call.ts'
import { forgetReason, giveReason } from '../../api/reasons.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { copyText } from '../../ui/fields/copy-text.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { entryMessages } from '../entry-data/entry.messages.ts'
import { type EntryPatch, usePatchEntry } from '../entry-data/entry.queries.ts'
import type { EntryAction } from '../entry-data/entry-action.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { type EntryRights, STATE } from '../entry-data/entry-rights.ts'
import {
  ENTRY_TYPES,
  entryLink,
  entryParams,
  isTemplateType,
  MADE_FROM,
  TEMPLATES_OF,
  type TemplateType,
} from '../entry-data/entry-types.ts'
import { leftBy, requireAsLeft } from '../entry-data/take-back.ts'
import { moveToTrash } from '../entry-list/bulk/bulk-actions.ts'
import { useNewEntry } from '../new-entry/use-new-entry.ts'
import { useFollow } from '../notifications/use-follow.ts'
import { flushDraft } from '../saving/live-drafts.ts'
import { flushFields } from '../saving/live-fields.ts'
import { useSession } from '../session/session.queries.ts'

export type EntryDialog = 'ask' | 'export' | 'json'

/**
 * The available actions of this person on this entry. Each reports what it did, and offers to undo it if that is
 * possible.
 */
export function useEntryActions(
  entry: Entity,
  rights: EntryRights,
  open: (dialog: EntryDialog) => void,
): EntryAction[] {
  const text = useMessages(entryMessages)
  const client = useQueryClient()
  const navigate = useNavigate()
  const session = useSession()
  const { show, fail } = useToasts()
  const { mutateAsync } = usePatchEntry(entry)
  const follow = useFollow(entry)
  const { createFrom } = useNewEntry(isTemplateType(entry.type) ? MADE_FROM[entry.type] : entry.type)

  /** The mutation itself reports refusals. */
  async function act(
    done: string,
    change: EntryPatch,
    preview: Partial<Entity>,
    back: EntryPatch[],
    // A personal change cannot overwrite anybody else's.
    { isPersonal = false } = {},
  ): Promise<void> {
    const before = Object.fromEntries(Object.keys(preview).map((name) => [name, entry[name as keyof Entity]]))
    const left = leftBy(await mutateAsync({ change, preview }))
    // Somebody may have been asked to do just this.
    void client.invalidateQueries({ queryKey: entryKeys.requests(entry.id) })
    const undo = async () => {
      let ifMatch = isPersonal ? undefined : await requireAsLeft(entry, left).catch(showAndRefuse)
      for (const step of back) ifMatch = (await mutateAsync({ change: step, preview: before, ifMatch })).etag
    }
    show({ message: done, undo })
  }

  function showAndRefuse(error: unknown): never {
    void client.invalidateQueries({ queryKey: entryKeys.entry(entry.id) })
    throw error
  }

  // Pending changes are saved first: a lock would refuse them.
  const run = (work: () => Promise<unknown>) => () => {
    Promise.all([flushDraft(entry.id), flushFields(entry.id)])
      .then(work)
      .catch(() => {})
  }

  async function moveAway(): Promise<void> {
    try {
      const row = { ...entry, tags: entry.tags_decoded.map(({ tag }) => tag) }
      const undo = await moveToTrash.run(row)
      const refresh = () => client.invalidateQueries({ queryKey: entryKeys.all })
      const bringBack = async () => {
        await undo()
        await refresh()
      }
      await navigate({ to: ENTRY_TYPES[entry.type].list })
      void refresh()
      show({ message: text.deleted(entry.title), undo: bringBack })
    } catch (error) {
      fail(error)
    }
  }

  async function duplicate(): Promise<void> {
    try {
      const { id } = await call(entities.act, { params: entryParams(entry), body: { action: 'duplicate' } })
      void client.invalidateQueries({ queryKey: entryKeys.lists })
      await navigate({ ...entryLink({ type: entry.type, id }), search: { focus: 'title' } })
      show({ message: text.duplicated })
    } catch (error) {
      fail(error)
    }
  }

  async function makeTemplate(type: TemplateType): Promise<void> {
    try {
      const { id } = await call(entities.add, { params: { entity_type: type }, body: { entity: entry.id } })
      void client.invalidateQueries({ queryKey: entryKeys.all })
      await navigate({ ...entryLink({ type, id }), search: { focus: 'title' } })
      show({ message: text.templateMade })
    } catch (error) {
      fail(error)
    }
  }

  /** For a while the reason is recorded with every change of the entry. */
  async function sayWhy(): Promise<void> {
    const path = pathOf(entities.read, { params: entryParams(entry) })
    if (await giveReason(path)) show({ message: text.reasonGiven, undo: () => forgetReason(path) })
  }

  async function copyLink(): Promise<void> {
    const isCopied = await copyText(new URL(`${ENTRY_TYPES[entry.type].list}/${entry.id}`, location.href).href)
    if (isCopied) show({ message: text.linkCopied })
  }

  const isLocked = entry.locked === 1
  const isPinned = entry.is_pinned === 1
  const isNormal = entry.state === STATE.normal
  const lock = () =>
    act(text.locked, { action: 'forcelock' }, { locked: 1, lockedby: session.userid }, [{ action: 'forceunlock' }])
  const unlock = () => act(text.unlocked, { action: 'forceunlock' }, { locked: 0 }, [{ action: 'forcelock' }])
  const pin = () =>
    act(
      isPinned ? text.unpinned : text.pinned,
      { action: 'pin' },
      { is_pinned: isPinned ? 0 : 1 },
      [{ action: 'pin' }],
      { isPersonal: true },
    )
  const archive = () =>
    act(text.archived, { action: 'archive' }, { state: STATE.archived, locked: 1, lockedby: session.userid }, [
      { action: 'unarchive' },
      ...(isLocked ? [{ action: 'forcelock' } as const] : []),
    ])
  const unarchive = () =>
    act(text.unarchived, { action: 'unarchive' }, { state: STATE.normal, locked: 0 }, [{ action: 'archive' }])
  const restore = () => act(text.restored, { action: 'restore' }, { state: STATE.normal }, [{ action: 'destroy' }])

  const { type } = entry
  const makes = isTemplateType(type) ? MADE_FROM[type] : undefined
  const template = isTemplateType(type) ? undefined : TEMPLATES_OF[type]
  const canMake = session.can_write === 1
  const all: (EntryAction | false)[] = [
    makes !== undefined &&
      canMake &&
      isNormal && {
        id: 'new-from',
        label: text.newFromThis[makes],
        icon: FilePlus2,
        run: run(async () => createFrom(entry.id)),
      },
    isNormal && rights.canWrite && !isLocked && { id: 'lock', label: text.lock, icon: Lock, run: run(lock) },
    isNormal && rights.canUnlock && isLocked && { id: 'unlock', label: text.unlock, icon: LockOpen, run: run(unlock) },
    isNormal && {
      id: 'pin',
      label: isPinned ? text.unpin : text.pin,
      icon: isPinned ? PinOff : Pin,
      run: run(pin),
    },
    follow ?? false,
    isNormal && rights.canWrite && { id: 'archive', label: text.archive, icon: Archive, run: run(archive) },
    entry.state === STATE.archived &&
      rights.canUnlock && { id: 'unarchive', label: text.unarchive, icon: ArchiveRestore, run: run(unarchive) },
    entry.state === STATE.deleted &&
      rights.canWrite && { id: 'restore', label: text.restore, icon: RotateCcw, run: run(restore) },
    isNormal && template !== undefined && canMake && { id: 'ask', label: text.ask, icon: Hand, run: () => open('ask') },
    !rights.isReadOnly && { id: 'reason', label: text.giveReason, icon: MessageSquareQuote, run: run(sayWhy) },
    (!rights.isReadOnly || entry.metadata_decoded !== null) && {
      id: 'fields-json',
      label: text.openJson,
      icon: Braces,
      run: run(async () => open('json')),
    },
    template !== undefined &&
      canMake && {
        id: 'make-template',
        label: text.makeTemplate,
        icon: LayoutTemplate,
        run: run(() => makeTemplate(template)),
      },
    canMake && { id: 'duplicate', label: text.duplicate, icon: Copy, run: run(duplicate) },
    { id: 'copy-link', label: text.copyLink, icon: Link2, run: () => void copyLink() },
    { id: 'export', label: text.export, icon: Download, run: run(async () => open('export')) },
    { id: 'print', label: text.print, icon: Printer, run: () => window.print() },
    isNormal && rights.canWrite && { id: 'delete', label: text.delete, icon: Trash2, run: run(moveAway) },
  ]
  return all.filter((action) => action !== false)
}
