import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { FilterPopover } from '../../../ui/menus/FilterPopover.tsx'
import type { Opened } from '../../../ui/menus/PopoverButton.tsx'
import { AudienceInput } from '../../permissions/AudienceInput.tsx'
import { permissionMessages } from '../../permissions/permissions.messages.ts'
import { levelsFor } from '../../permissions/permissions.ts'
import { bulkMessages } from './bulk.messages.ts'
import type { BulkAction } from './bulk-actions.ts'
import { setLevel, shareWith } from './more-actions.ts'

interface Props extends Opened {
  perform(action: BulkAction): void
}

/** Who can see and change the selected rows. What is not touched here stays as it is in each of them. */
export function BulkSharePopover({ perform, ...opened }: Props) {
  const text = useMessages(permissionMessages)
  const bulk = useMessages(bulkMessages)
  const [access, setAccess] = useState('see')
  const run = (action: BulkAction) => {
    opened.close()
    perform(action)
  }
  return (
    <FilterPopover {...opened} label={bulk.share} width="24rem">
      <Stack gap="md">
        <div>
          <AudienceInput without={[]} pick={(named, name) => run(shareWith(named, name, access === 'change', bulk))} />
          <NativeSelect
            mt="2xs"
            size="xs"
            aria-label={text.change}
            value={access}
            data={[
              { value: 'see', label: text.canSee },
              { value: 'change', label: text.canChange },
            ]}
            onChange={(event) => setAccess(event.currentTarget.value)}
          />
        </div>
        {(['read', 'write'] as const).map((right) => (
          <div key={right}>
            <Text size="sm" fw={500} mb="2xs">
              {text.questions.entry[right]}
            </Text>
            <Group gap="xs">
              {levelsFor(0).map((level) => (
                <Button
                  key={level}
                  size="xs"
                  radius="xl"
                  variant="default"
                  onClick={() => run(setLevel(`can${right}`, level, bulk))}
                >
                  {text.short[level]}
                </Button>
              ))}
            </Group>
          </div>
        ))}
      </Stack>
    </FilterPopover>
  )
}
