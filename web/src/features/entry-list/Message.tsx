import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '../../ui/layout/message.module.css'

/** A heading, what to know, and what to do. */
export function Message({ title, hint, children }: { title: string; hint: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.message}>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text component="div" c="var(--quiet)" maw="30rem">
        {hint}
      </Text>
      {children}
    </div>
  )
}
