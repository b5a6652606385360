import { useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../../i18n/text.tsx'
import { FilterPopover } from '../../../ui/menus/FilterPopover.tsx'
import type { Opened } from '../../../ui/menus/PopoverButton.tsx'
import { PersonInput } from '../../permissions/PersonInput.tsx'
import { entryListTexts } from '../entry-list.text.ts'
import { knownRows } from '../list-cache.ts'
import { useListTypeTexts } from '../list-type.ts'

interface Props extends Opened {
  pick(userid: number): void
}

export function OwnerPopover({ pick, ...opened }: Props) {
  const text = useTexts(entryListTexts)
  const { chooseOwner } = useListTypeTexts()
  const client = useQueryClient()
  const owners = new Map(knownRows(client).map(({ userid, fullname }) => [userid, { userid, fullname }]))
  return (
    <FilterPopover {...opened} label={chooseOwner}>
      <PersonInput
        isFocused
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
