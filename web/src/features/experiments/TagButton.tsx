import { Button, type ButtonProps } from '@mantine/core'
import { Tag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

/** What opens is loaded when somebody is about to open it. */
const load = () => import('./TagPopover.tsx')
const TagPopover = lazy(() => load().then((module) => ({ default: module.TagPopover })))

interface Props extends Pick<ButtonProps, 'radius' | 'disabled'> {
  children: string
  /** Above the field that opens. */
  label: string
  without: readonly string[]
  pick(tag: string): void
}

/** A button that asks for a tag. */
export function TagButton({ label, without, pick, children, ...look }: Props) {
  const [isOpen, setOpen] = useState<boolean>()
  const button = (
    <Button
      {...look}
      size="xs"
      variant="default"
      aria-haspopup="dialog"
      leftSection={<Tag size={14} aria-hidden="true" />}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setOpen(!isOpen)}
    >
      {children}
    </Button>
  )
  if (isOpen === undefined) return button
  return (
    <Suspense fallback={button}>
      <TagPopover target={button} isOpen={isOpen} setOpen={setOpen} label={label} without={without} pick={pick} />
    </Suspense>
  )
}
