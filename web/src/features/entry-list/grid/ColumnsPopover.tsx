import { extraFields } from '@aliquot/contract/extra-fields'
import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useMessages } from '../../../i18n/messages.tsx'
import { FilterPopover } from '../../../ui/menus/FilterPopover.tsx'
import type { Opened } from '../../../ui/menus/PopoverButton.tsx'
import { isTemplateType } from '../../entry-data/entry-types.ts'
import { entryListMessages } from '../entry-list.messages.ts'
import { listPartMessages } from '../list-parts.messages.ts'
import { useListType } from '../list-type.ts'
import { COLUMNS, type Column, DEFAULT_COLUMNS, fieldOf } from './columns.ts'

interface Props extends Opened {
  columns: readonly Column[] | undefined
  choose(columns: Column[] | undefined): void
}

const MOST_FIELDS = 40

/** A checkbox per column; the table follows every click. New columns are added at the end. */
export function ColumnsPopover({ columns = DEFAULT_COLUMNS, choose, ...opened }: Props) {
  const text = useMessages(listPartMessages)
  const list = useMessages(entryListMessages)
  const isTemplates = isTemplateType(useListType())
  const { data: names = [] } = useQuery({
    queryKey: ['extra-fields-keys'],
    queryFn: async ({ signal }) => {
      const { data } = await call(extraFields.keys, { query: { limit: MOST_FIELDS }, signal })
      return data.map((one) => one.extra_fields_key)
    },
    enabled: opened.isOpen,
    staleTime: 60_000,
  })
  const plain = COLUMNS.filter((column) => !isTemplates || column !== 'date')
  const fields = [...new Set([...columns.flatMap((column) => fieldOf(column) ?? []), ...names])]
  const toggle = (chosen: string[]) => {
    const kept = columns.filter((column) => chosen.includes(column))
    const added = chosen.filter((column) => !columns.some((one) => one === column)) as Column[]
    choose([...kept, ...added])
  }
  return (
    <FilterPopover {...opened} label={text.columnsHint} position="bottom-end" width="18rem">
      <Checkbox.Group value={[...columns]} onChange={toggle} aria-label={text.columnsHint}>
        <Stack gap="xs" mah="min(24rem, 55dvh)" style={{ overflowY: 'auto' }} p={2}>
          {plain.map((column) => (
            <Checkbox key={column} value={column} label={list.columns[column]} size="sm" />
          ))}
          {fields.length > 0 && (
            <Text size="xs" fw={600} c="var(--quiet)">
              {text.fieldColumns}
            </Text>
          )}
          {fields.map((name) => (
            <Checkbox key={name} value={`field:${name}`} label={name} size="sm" />
          ))}
        </Stack>
      </Checkbox.Group>
      <Button size="xs" variant="default" mt="sm" fullWidth onClick={() => choose(undefined)}>
        {text.usualColumns}
      </Button>
    </FilterPopover>
  )
}
