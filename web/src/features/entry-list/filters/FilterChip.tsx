import { ActionIcon } from '@mantine/core'
import { X } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { type Opened, PopoverButton } from '../../../ui/menus/PopoverButton.tsx'
import { entryListMessages } from '../entry-list.messages.ts'
import classes from './FilterChip.module.css'

interface Props<P extends Opened> {
  /** The name of the filter, `Date`. */
  name: string
  /** Its value, `This week`; undefined if it is not set. */
  value: string | undefined
  icon: ReactNode
  hasField?: boolean
  load(): Promise<ComponentType<P>>
  opened: Omit<P, keyof Opened>
  clear(): void
}

/** A filter with one value: a button to set it, and one to clear it. */
export function FilterChip<P extends Opened>({ name, value, clear, ...asked }: Props<P>) {
  const text = useMessages(entryListMessages)
  const isSet = value !== undefined
  return (
    <span className={isSet ? classes.chip : undefined}>
      <PopoverButton radius="xl" {...asked} {...(isSet && { className: classes.value, label: `${name}: ${value}` })}>
        {value ?? name}
      </PopoverButton>
      {isSet && (
        <ActionIcon
          variant="subtle"
          radius="xl"
          size={28}
          aria-label={text.removeFilter(value)}
          title={text.removeFilter(value)}
          onClick={clear}
        >
          <X size={14} aria-hidden="true" />
        </ActionIcon>
      )}
    </span>
  )
}
