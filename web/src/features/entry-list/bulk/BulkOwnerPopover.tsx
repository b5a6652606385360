import { useQueryClient } from '@tanstack/react-query'
import { useMessages } from '../../../i18n/messages.tsx'
import { FilterPopover } from '../../../ui/menus/FilterPopover.tsx'
import type { Opened } from '../../../ui/menus/PopoverButton.tsx'
import { PersonInput } from '../../permissions/PersonInput.tsx'
import { knownRows } from '../list-cache.ts'
import { listPartMessages } from '../list-parts.messages.ts'
import { bulkMessages } from './bulk.messages.ts'
import type { BulkAction } from './bulk-actions.ts'
import { giveTo } from './more-actions.ts'

interface Props extends Opened {
  perform(action: BulkAction): void
}

/** Gives the selected rows to somebody. The service refuses those that the person may not give away. */
export function BulkOwnerPopover({ perform, ...opened }: Props) {
  const list = useMessages(listPartMessages)
  const text = useMessages(bulkMessages)
  const client = useQueryClient()
  const owners = new Map(knownRows(client).map(({ userid, fullname }) => [userid, { userid, fullname }]))
  return (
    <FilterPopover {...opened} label={text.newOwner}>
      <PersonInput
        isFocused
        isInPlace
        label={text.newOwner}
        placeholder={list.ownerName}
        nobody={list.nobodyFound}
        atHand={[...owners.values()]}
        pick={(person) => {
          opened.close()
          perform(giveTo(person, text))
        }}
      />
    </FilterPopover>
  )
}
