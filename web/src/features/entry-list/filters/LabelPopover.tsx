import { Checkbox, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../../i18n/messages.tsx'
import { ProblemLine } from '../../../ui/layout/ProblemLine.tsx'
import { FilterPopover } from '../../../ui/menus/FilterPopover.tsx'
import type { Opened } from '../../../ui/menus/PopoverButton.tsx'
import { LabelPill } from '../../labels/LabelPill.tsx'
import { labelMessages } from '../../labels/labels.messages.ts'
import { type LabelField, type LabelKind, labelsOf } from '../../labels/labels.queries.ts'
import { useSession } from '../../session/session.queries.ts'
import { listPartMessages } from '../list-parts.messages.ts'

/** Names take the width of the panel. */
const WHOLE_NAMES = { '--pill-width': '15.5rem' }

interface Props extends Opened {
  field: LabelField
  kind: LabelKind
  ids: readonly number[]
  pick(ids: number[]): void
}

/** One or several labels; the list follows every click. */
export function LabelPopover({ field, kind, ids, pick, ...opened }: Props) {
  const text = useMessages(listPartMessages)
  const label = useMessages(labelMessages)
  const { team } = useSession()
  const { data: labels, error } = useQuery(labelsOf(team, kind))
  return (
    <FilterPopover {...opened} label={text.chooseLabels[field]}>
      {error && <ProblemLine error={error} />}
      {!labels && !error && <Skeleton height={120} />}
      <Checkbox.Group value={ids.map(String)} onChange={(chosen) => pick(chosen.map(Number))}>
        <Stack gap="xs" mah="min(20rem, 50dvh)" style={{ overflowY: 'auto' }} p={2} __vars={WHOLE_NAMES}>
          {labels?.map((one) => (
            <Checkbox key={one.id} value={String(one.id)} label={<LabelPill title={one.title} color={one.color} />} />
          ))}
          {labels && <Checkbox value="0" label={label.without[field]} />}
        </Stack>
      </Checkbox.Group>
    </FilterPopover>
  )
}
