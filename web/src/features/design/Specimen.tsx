import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Section } from '../../ui/layout/Section.tsx'
import classes from './design.module.css'

/** A group of components. */
export function Specimens({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <div className={classes.grid}>{children}</div>
    </Section>
  )
}

/** One component in one state. */
export function Specimen({
  state,
  isWide = false,
  children,
}: {
  state: string
  isWide?: boolean
  children: ReactNode
}) {
  return (
    <div className={classes.specimen} data-wide={isWide || undefined}>
      <Text size="xs" c="var(--quiet)">
        {state}
      </Text>
      <div>{children}</div>
    </div>
  )
}

export const LONG =
  'Comparison of four commercial transfection reagents in HEK293T, CHO-K1 and primary human fibroblasts at three densities'
