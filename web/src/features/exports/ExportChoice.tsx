import { Text, UnstyledButton } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import classes from './ExportChoices.module.css'

interface Props {
  icon: LucideIcon
  name: string
  about: string
  choose(): void
}

/** A format with its purpose. */
export function ExportChoice({ icon: Icon, name, about, choose }: Props) {
  return (
    <UnstyledButton className={classes.choice} onClick={choose}>
      <Icon size={20} aria-hidden="true" />
      <span>
        <Text span size="sm" fw={600} display="block">
          {name}
        </Text>
        <Text span size="xs" c="var(--quiet)" display="block">
          {about}
        </Text>
      </span>
    </UnstyledButton>
  )
}
