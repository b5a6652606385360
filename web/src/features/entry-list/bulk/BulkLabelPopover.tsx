import { Skeleton, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../../i18n/messages.tsx'
import { ProblemLine } from '../../../ui/layout/ProblemLine.tsx'
import { FilterPopover } from '../../../ui/menus/FilterPopover.tsx'
import type { Opened } from '../../../ui/menus/PopoverButton.tsx'
import { labelMessages } from '../../labels/labels.messages.ts'
import { kindOf, type LabelField, labelsOf } from '../../labels/labels.queries.ts'
import { useSession } from '../../session/session.queries.ts'
import classes from '../filters/Choices.module.css'
import { RowLabel } from '../grid/RowLabel.tsx'
import { useListType } from '../list-type.ts'
import { bulkMessages } from './bulk.messages.ts'
import type { BulkAction } from './bulk-actions.ts'
import { type LabelChoice, setLabel } from './more-actions.ts'

interface Props extends Opened {
  field: LabelField
  perform(action: BulkAction): void
}

/** The labels that the selected rows can get: one click sets it. */
export function BulkLabelPopover({ field, perform, ...opened }: Props) {
  const text = useMessages(bulkMessages)
  const label = useMessages(labelMessages)
  const { team } = useSession()
  const { data: labels, error } = useQuery(labelsOf(team, kindOf(useListType(), field)))
  const none = label.without[field]
  const pick = (choice: LabelChoice) => {
    opened.close()
    perform(setLabel(field, choice, { text, none }))
  }
  return (
    <FilterPopover {...opened} label={text.set[field]} width="15rem">
      {error && <ProblemLine error={error} />}
      {!labels && !error && <Skeleton height={120} />}
      <div className={classes.choices}>
        {labels?.map(({ id, title, color }) => (
          <UnstyledButton key={id} className={classes.choice} onClick={() => pick({ id, title, color })}>
            <RowLabel title={title} color={color} />
          </UnstyledButton>
        ))}
        {labels && (
          <UnstyledButton className={classes.choice} onClick={() => pick({ id: null, title: null, color: null })}>
            {none}
          </UnstyledButton>
        )}
      </div>
    </FilterPopover>
  )
}
