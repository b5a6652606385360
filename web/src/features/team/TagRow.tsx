import type { TeamTag } from '@aliquot/contract/tags'
import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Pencil, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { finishRemoval, startRemoval, takeBackRemoval, useRemovals } from '../../ui/toasts/removals.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { useSession } from '../session/session.queries.ts'
import { RenameTag } from './RenameTag.tsx'
import classes from './TagRow.module.css'
import { deleteTag, useFavourTag, useTagsChanged } from './tags.queries.ts'
import { teamMessages } from './team.messages.ts'

export function TagRow({ tag }: { tag: TeamTag }) {
  const text = useMessages(teamMessages)
  const { is_admin } = useSession()
  const [isRenaming, setRenaming] = useState(false)
  const remove = useRemoveTag()
  const isGone = useRemovals().has(nameOf(tag.id))
  const icon = { variant: 'subtle', color: 'gray', size: 'lg' } as const
  if (isRenaming) return <RenameTag tag={tag} done={() => setRenaming(false)} />
  return (
    <>
      <FavourButton tag={tag} />
      <div className={rows.main}>
        <div className={`${rows.title} ${classes.tag}`} data-gone={isGone || undefined}>
          {tag.tag}
        </div>
        <div className={rows.facts}>
          {isGone ? (
            <span>{text.beingDeleted}</span>
          ) : (
            <Link className={classes.uses} to="/experiments" search={{ tags: [tag.tag] }}>
              {text.uses(tag.item_count)}
            </Link>
          )}
        </div>
      </div>
      {is_admin === 1 && !isGone && (
        <>
          <ActionIcon {...icon} aria-label={text.rename(tag.tag)} onClick={() => setRenaming(true)}>
            <Pencil size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon {...icon} aria-label={text.deleteTag(tag.tag)} onClick={() => remove(tag)}>
            <Trash2 size={18} aria-hidden />
          </ActionIcon>
        </>
      )}
    </>
  )
}

function FavourButton({ tag }: { tag: TeamTag }) {
  const text = useMessages(teamMessages)
  const { fail } = useToasts()
  const { mutate } = useFavourTag()
  const is = tag.is_favorite === 1
  return (
    <ActionIcon
      variant="subtle"
      color={is ? 'yellow' : 'gray'}
      size="lg"
      aria-pressed={is}
      aria-label={text.favourite(tag.tag)}
      onClick={() => mutate({ tag, is: !is }, { onError: fail })}
    >
      <Star size={18} fill={is ? 'currentColor' : 'none'} aria-hidden />
    </ActionIcon>
  )
}

/** Marked as removed at once; removed from entries when the offer to undo ends. */
function useRemoveTag() {
  const text = useMessages(teamMessages)
  const { team } = useSession()
  const { show, fail } = useToasts()
  const changed = useTagsChanged()
  return ({ id, tag, item_count }: TeamTag) => {
    startRemoval(nameOf(id), {
      send: async (options) => {
        await deleteTag(team, id, options)
        await changed()
      },
    })
    show({
      message: text.tagDeleted(tag, item_count),
      undo: () => takeBackRemoval(nameOf(id)),
      onEnd: () => void finishRemoval(nameOf(id)).catch(fail),
    })
  }
}

function nameOf(id: number): string {
  return `tag:${id}`
}
