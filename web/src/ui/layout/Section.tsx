import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Section.module.css'

/** A section of the control panel with title, introduction and content. */
export function Section({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <div>
        <Title order={2} size="h3">
          {title}
        </Title>
        {intro && (
          <Text c="var(--quiet)" mt="2xs">
            {intro}
          </Text>
        )}
      </div>
      {children}
    </section>
  )
}

/** A light frame around related content. */
export function Card({ children, isNew = false }: { children: ReactNode; isNew?: boolean }) {
  return (
    <div className={classes.card} data-new={isNew || undefined}>
      {children}
    </div>
  )
}
