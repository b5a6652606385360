import { Popover } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../i18n/text.tsx'
import { PersonInput } from '../permissions/PersonInput.tsx'
import { entryListTexts } from './entry-list.text.ts'
import { knownRows } from './list-cache.ts'
import { useListTypeTexts } from './list-type.ts'
import type { Opened } from './PopoverButton.tsx'

interface Props extends Opened {
  pick(userid: number): void
}

export function OwnerPopover({ target, isOpen, close, pick }: Props) {
  const text = useTexts(entryListTexts)
  const { chooseOwner } = useListTypeTexts()
  const client = useQueryClient()
  const owners = new Map(knownRows(client).map(({ userid, fullname }) => [userid, { userid, fullname }]))
  return (
    <Popover
      opened={isOpen}
      onChange={(wants) => !wants && close()}
      position="bottom-start"
      width="min(20rem, calc(100vw - 1rem))"
      trapFocus
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown aria-label={chooseOwner}>
        <PersonInput
          isFocused
          label={chooseOwner}
          placeholder={text.ownerName}
          nobody={text.nobodyFound}
          atHand={[...owners.values()]}
          pick={({ userid }) => {
            close()
            pick(userid)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
