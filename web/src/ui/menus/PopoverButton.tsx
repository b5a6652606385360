import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentType, type ReactElement, type ReactNode, useRef, useState } from 'react'
import { catchEarlyKeys, takeEarlyKeys } from '../keys/early-keys.ts'
import { bringMissingStyles } from '../on-demand/missing-styles.ts'
import { useTellMissing } from '../on-demand/on-demand.tsx'

/** The props of every popover. */
export interface Opened {
  target: ReactElement
  isOpen: boolean
  close(): void
}

interface Props<P extends Opened> extends Pick<ButtonProps, 'radius' | 'disabled' | 'className'> {
  /** Loads the popover when somebody is about to open it. */
  load(): Promise<ComponentType<P>>
  opened: Omit<P, keyof Opened>
  icon: ReactNode
  /** The popover has a field that takes keys typed before it appeared. */
  hasField?: boolean
  /** The label, if its text alone does not name it. */
  label?: string
  'aria-describedby'?: string
  children: string
}

/** A button that opens a popover. */
export function PopoverButton<P extends Opened>({
  load,
  opened,
  icon,
  hasField = false,
  label,
  children,
  ...look
}: Props<P>) {
  const tellMissing = useTellMissing()
  const [loaded, setLoaded] = useState<{ Popover: ComponentType<P> }>()
  const [isOpen, setOpen] = useState(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  // Too early to report a failure.
  const prepare = () => void load().catch(() => {})
  const open = async () => {
    if (hasField) catchEarlyKeys()
    try {
      await bringMissingStyles()
      setLoaded({ Popover: await load() })
      setOpen(true)
    } catch {
      takeEarlyKeys()
      void tellMissing()
    }
  }
  const close = () => {
    setOpen(false)
    // After the field has gone, which keeps the focus until then.
    setTimeout(() => buttonRef.current?.focus(), 50)
  }
  const target = (
    <Button
      {...look}
      ref={buttonRef}
      size="xs"
      variant="default"
      aria-haspopup="dialog"
      aria-label={label}
      leftSection={icon}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => (isOpen ? close() : void open())}
    >
      {children}
    </Button>
  )
  if (!loaded) return target
  return <loaded.Popover {...({ ...opened, target, isOpen, close } as P)} />
}
