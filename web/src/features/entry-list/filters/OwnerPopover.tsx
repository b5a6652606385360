import { useQueryClient } from '@tanstack/react-query'
import { useMessages } from '../../../i18n/messages.tsx'
import { FilterPopover } from '../../../ui/menus/FilterPopover.tsx'
import type { Opened } from '../../../ui/menus/PopoverButton.tsx'
import { PersonInput } from '../../permissions/PersonInput.tsx'
import { knownRows } from '../list-cache.ts'
import { listPartMessages } from '../list-parts.messages.ts'
import { useListTypeMessages } from '../list-type.ts'

interface Props extends Opened {
  pick(userid: number): void
}

export function OwnerPopover({ pick, ...opened }: Props) {
  const text = useMessages(listPartMessages)
  const { chooseOwner } = useListTypeMessages()
  const client = useQueryClient()
  const owners = new Map(knownRows(client).map(({ userid, fullname }) => [userid, { userid, fullname }]))
  return (
    <FilterPopover {...opened} label={chooseOwner}>
      <PersonInput
        isFocused
        isInPlace
        label={chooseOwner}
        placeholder={text.ownerName}
        nobody={text.nobodyFound}
        atHand={[...owners.values()]}
        pick={({ userid }) => {
          opened.close()
          pick(userid)
        }}
      />
    </FilterPopover>
  )
}
