import { entityLists } from '@aliquot/contract/entities-list'
import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { SuggestField } from '../../ui/fields/SuggestField.tsx'
import { entryMessages } from '../entry-data/entry.messages.ts'
import { entryQuery } from '../entry-data/entry.queries.ts'
import { entryLink, type MadeType } from '../entry-data/entry-types.ts'
import type { ExtraField } from '../entry-data/extra-fields.ts'
import { PersonInput } from '../permissions/PersonInput.tsx'
import { namesOf } from '../permissions/people.queries.ts'
import type { FieldInput } from './FieldRow.tsx'
import classes from './fields.module.css'

interface Props {
  field: ExtraField
  id: string
  isReadOnly: boolean
  save(value: FieldInput): void
}

/** People in a field, by name. */
export function PeopleValue({ field, isReadOnly, save }: Props) {
  const text = useMessages(entryMessages)
  const ids = idsOf(field)
  const { data: names } = useQuery({ ...namesOf(ids), enabled: ids.length > 0, placeholderData: keepPreviousData })
  return (
    <Values {...{ field, ids, isReadOnly, save }} show={(id) => names?.get(id) ?? text.person(String(id))}>
      {(add) => (
        <PersonInput
          label=""
          name={field.name}
          placeholder={text.pickPerson}
          nobody={text.nobody}
          without={ids}
          isOverPage
          pick={({ userid }) => add(userid)}
        />
      )}
    </Values>
  )
}

/** Linked experiments or resources in a field, by title. */
export function EntriesValue({ type, field, id: inputId, isReadOnly, save }: Props & { type: MadeType }) {
  const ids = idsOf(field)
  return (
    <Values {...{ field, ids, isReadOnly, save }} show={(id) => <EntryTitleLink type={type} id={id} />}>
      {(add) => <EntryInput id={inputId} type={type} name={field.name} without={ids} pick={add} />}
    </Values>
  )
}

interface ValuesProps extends Omit<Props, 'id'> {
  ids: readonly number[]
  show(id: number): ReactNode
  /** Renders the picker for another one. */
  children(add: (id: number) => void): ReactNode
}

function Values({ field, ids, isReadOnly, save, show, children }: ValuesProps) {
  const text = useMessages(entryMessages)
  const write = (next: readonly number[]) => save(field.isMultiple ? [...next] : (next[0] ?? ''))
  return (
    <Stack gap={2}>
      {ids.map((id) => (
        <Group key={id} gap="2xs" wrap="nowrap" mih={32}>
          <Text size="sm" component="span" className={classes.linked}>
            {show(id)}
          </Text>
          {!isReadOnly && (
            <ActionIcon
              className="no-print"
              variant="subtle"
              color="gray"
              size={28}
              aria-label={text.takeAway(field.name)}
              onClick={() => write(ids.filter((one) => one !== id))}
            >
              <X size={14} aria-hidden="true" />
            </ActionIcon>
          )}
        </Group>
      ))}
      {isReadOnly && ids.length === 0 && (
        <Text size="sm" pt="2xs" c="var(--quiet)">
          {text.noValue}
        </Text>
      )}
      {!isReadOnly && (field.isMultiple || ids.length === 0) && (
        <div className="no-print">{children((id) => write([...ids, id]))}</div>
      )}
    </Stack>
  )
}

function EntryTitleLink({ type, id }: { type: MadeType; id: number }) {
  const text = useMessages(entryMessages)
  const { data } = useQuery({ ...entryQuery({ type, id }), staleTime: 60_000, retry: false })
  return (
    <Link {...entryLink({ type, id })} className={classes.link}>
      {data?.data.title ?? text.entryNumber(String(id))}
    </Link>
  )
}

interface EntryInputProps {
  id: string
  type: MadeType
  name: string
  without: readonly number[]
  pick(id: number): void
}

function EntryInput({ id, type, name, without, pick }: EntryInputProps) {
  const text = useMessages(entryMessages)
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 150)
  const {
    data: found = [],
    isPlaceholderData,
    isFetched,
  } = useQuery({
    queryKey: ['entries', 'pick', type, asked],
    queryFn: async ({ signal }) => {
      const query = { q: asked, limit: 8, scope: 3, full: 0 }
      return (await call(entityLists.list, { params: { entity_type: type }, query, signal })).data
    },
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  const offered = (typed.trim() === '' ? [] : found)
    .filter((row) => !without.includes(row.id))
    .map((row) => ({ key: String(row.id), label: row.title, detail: String(row.id), entry: row.id }))
  return (
    <SuggestField
      id={id}
      aria-label={name}
      size="sm"
      placeholder={text.pickEntry}
      isOverPage
      typed={typed}
      type={setTyped}
      groups={[{ suggestions: offered }]}
      isAnswered={asked !== '' && asked === typed.trim() && isFetched && !isPlaceholderData}
      take={({ entry }) => {
        pick(entry)
        setTyped('')
      }}
    />
  )
}

function idsOf(field: ExtraField): number[] {
  return [field.value]
    .flat()
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0)
}
