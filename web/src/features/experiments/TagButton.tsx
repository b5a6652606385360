import { Button, type ButtonProps } from '@mantine/core'
import { Tag } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import { catchEarlyKeys, takeEarlyKeys } from '../../shell/early-keys.ts'
import { useToasts } from '../../ui/toasts.tsx'
import { experimentTexts } from './experiments.text.ts'
import type { TagPopover } from './TagPopover.tsx'

/** What opens is loaded when somebody is about to open it. */
const load = () => import('./TagPopover.tsx')
/** Too early to tell anybody that it did not work. */
const prepare = () => void load().catch(() => {})

interface Props extends Pick<ButtonProps, 'radius' | 'disabled'> {
  children: string
  /** Above the field that opens. */
  label: string
  without: readonly string[]
  pick(tag: string): void
}

/** A button that asks for a tag. */
export function TagButton({ label, without, pick, children, ...look }: Props) {
  const text = useTexts(experimentTexts)
  const { show } = useToasts()
  const [loaded, setLoaded] = useState<{ Popover: typeof TagPopover }>()
  const [isOpen, setOpen] = useState(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const open = async () => {
    catchEarlyKeys()
    try {
      const { TagPopover: Popover } = await load()
      setLoaded({ Popover })
      setOpen(true)
    } catch {
      takeEarlyKeys()
      show({ message: text.notLoaded, tone: 'error' })
    }
  }
  const close = () => {
    setOpen(false)
    // Once the field has gone: as long as it is there, it keeps the focus.
    setTimeout(() => buttonRef.current?.focus(), 50)
  }
  const button = (
    <Button
      {...look}
      ref={buttonRef}
      size="xs"
      variant="default"
      aria-haspopup="dialog"
      leftSection={<Tag size={14} aria-hidden="true" />}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => (isOpen ? close() : void open())}
    >
      {children}
    </Button>
  )
  if (!loaded) return button
  return <loaded.Popover target={button} isOpen={isOpen} close={close} label={label} without={without} pick={pick} />
}
