import { ActionIcon, Popover } from '@mantine/core'
import { ListTree } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import type { Heading } from '../../rendered-text/headings.ts'
import { Outline } from './Outline.tsx'
import { outlineMessages } from './outline.messages.ts'

/** The outline where the page has no room beside the text. */
export function OutlineButton({ headings }: { headings: readonly Heading[] }) {
  const text = useMessages(outlineMessages)
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={320}
      shadow="md"
      trapFocus
      withinPortal={false}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          size={36}
          aria-label={text.title}
          title={text.title}
          onClick={() => setOpen(!isOpen)}
        >
          <ListTree size={18} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Outline headings={headings} onGo={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
