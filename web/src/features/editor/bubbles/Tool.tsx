import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { Ref } from 'react'

/** Other properties are those that a menu gives to its button. */
interface Props extends ActionIconProps {
  ref?: Ref<HTMLButtonElement>
  label: string
  /** Letters where no sign is clear enough. */
  icon: LucideIcon | string
  isActive?: boolean | undefined
  isDisabled?: boolean
  /** The shortcut, shown with the name. */
  keys?: string
  run(): void
}

/** A button of a toolbar. The text keeps its selection. */
export function Tool({ label, icon: Icon, isActive, isDisabled = false, keys, run, ...others }: Props) {
  return (
    <Tooltip label={keys ? `${label} (${keys})` : label} openDelay={400}>
      <ActionIcon
        variant={isActive ? 'light' : 'subtle'}
        color={isActive ? undefined : 'gray'}
        c={isActive ? undefined : 'var(--mantine-color-text)'}
        bg={isDisabled ? 'transparent' : undefined}
        size={30}
        {...others}
        aria-label={label}
        aria-pressed={isActive}
        disabled={isDisabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={run}
      >
        {typeof Icon === 'string' ? <b aria-hidden>{Icon}</b> : <Icon size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}
