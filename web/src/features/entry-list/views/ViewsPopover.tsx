import type { View } from '@aliquot/contract/views'
import { ActionIcon, Button, Checkbox, Divider, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type LucideIcon, RefreshCw, Trash2, UserRound, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { ProblemLine } from '../../../ui/layout/ProblemLine.tsx'
import { FilterPopover } from '../../../ui/menus/FilterPopover.tsx'
import type { Opened } from '../../../ui/menus/PopoverButton.tsx'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import { ENTRY_TYPES } from '../../entry-data/entry-types.ts'
import { useSession } from '../../session/session.queries.ts'
import type { ListSearch } from '../list-search.ts'
import { useListType } from '../list-type.ts'
import { useViewChanges } from './change-views.ts'
import classes from './ViewsPopover.module.css'
import { viewMessages } from './views.messages.ts'
import { savedViews, searchOf } from './views.queries.ts'

interface Props extends Opened {
  search: ListSearch
}

/** The views of this type: one's own, and those of the team. */
export function ViewsPopover({ search, ...opened }: Props) {
  const text = useMessages(viewMessages)
  const type = useListType()
  const { data, error } = useQuery({ ...savedViews(), enabled: opened.isOpen })
  const shown = data?.filter((view) => view.entity_type === type) ?? []
  return (
    <FilterPopover {...opened} label={text.views} position="bottom-end" width="22rem">
      <Stack gap="sm">
        {error && <ProblemLine error={error} />}
        {data && shown.length === 0 && (
          <Text size="sm" c="var(--quiet)">
            {text.none}
          </Text>
        )}
        {shown.length > 0 && (
          <ul className={classes.list}>
            {shown.map((view) => (
              <ViewLine key={view.id} view={view} search={search} close={opened.close} />
            ))}
          </ul>
        )}
        <Divider />
        <NewView search={search} />
      </Stack>
    </FilterPopover>
  )
}

function ViewLine({ view, search, close }: { view: View; search: ListSearch; close(): void }) {
  const text = useMessages(viewMessages)
  const { userid, is_admin, can_write } = useSession()
  const { add, change, take } = useViewChanges()
  const { show } = useToasts()
  const isOwn = view.userid === userid
  const mayChange = can_write === 1 && (isOwn || is_admin === 1)
  const isShared = view.is_shared === 1
  const update = async () => {
    const { id, name, search: before } = view
    const { data } = await change.mutateAsync({ id, search: JSON.stringify(search) })
    const undo = () => change.mutate({ id, search: before, left: { search: data.search } })
    show({ message: text.updated(name), undo })
  }
  const remove = async () => {
    await take.mutateAsync(view.id)
    const { name, entity_type } = view
    // A view of somebody else cannot be created again in their name.
    const undo = () => add.mutate({ name, entity_type, search: searchOf(view), is_shared: isShared })
    show({ message: text.removed(name), ...(isOwn && { undo }) })
  }
  return (
    <li className={classes.line}>
      <Link
        to={ENTRY_TYPES[view.entity_type].list}
        search={searchOf(view)}
        activeOptions={{ exact: true, includeSearch: true }}
        className={classes.name}
        onClick={close}
      >
        <span>{view.name}</span>
        {isShared && (
          <span className={classes.quiet}>
            {text.shared}
            {!isOwn && `, ${text.by(view.fullname)}`}
          </span>
        )}
      </Link>
      {mayChange && (
        <Group gap={0} wrap="nowrap">
          <Tool icon={RefreshCw} label={text.update(view.name)} run={() => void update().catch(() => {})} />
          <Tool
            icon={isShared ? UserRound : UsersRound}
            label={(isShared ? text.unshareOne : text.shareOne)(view.name)}
            run={() => change.mutate({ id: view.id, is_shared: isShared ? 0 : 1 })}
          />
          <Tool icon={Trash2} label={text.remove(view.name)} run={() => void remove().catch(() => {})} />
        </Group>
      )}
    </li>
  )
}

function Tool({ icon: Icon, label, run }: { icon: LucideIcon; label: string; run(): void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} title={label} onClick={run}>
      <Icon size={14} aria-hidden="true" />
    </ActionIcon>
  )
}

function NewView({ search }: { search: ListSearch }) {
  const text = useMessages(viewMessages)
  const type = useListType()
  const { add } = useViewChanges()
  const { show } = useToasts()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const keep = async () => {
    const wanted = name.trim()
    if (wanted === '') return
    await add.mutateAsync({ name: wanted, entity_type: type, search, is_shared: isShared })
    setName('')
    setShared(false)
    show({ message: text.kept(wanted) })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        keep().catch(() => {})
      }}
    >
      <Stack gap="xs">
        <TextInput
          data-autofocus
          size="sm"
          label={text.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          size="sm"
          label={text.share}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        <Button type="submit" size="xs" variant="light" disabled={name.trim() === ''} loading={add.isPending}>
          {text.keep}
        </Button>
      </Stack>
    </form>
  )
}
