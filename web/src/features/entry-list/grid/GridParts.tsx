import type { ComponentProps } from 'react'

/*
 * The parts of a grid as a screen reader knows them. Table elements cannot stand where scrolling puts them, so the roles
 * are given to plain ones.
 */

const roles = {
  grid: { role: 'grid' },
  group: { role: 'rowgroup' },
  line: { role: 'row' },
  cell: { role: 'gridcell' },
  header: { role: 'columnheader' },
} as const

export function Grid(props: ComponentProps<'div'>) {
  return <div {...props} {...roles.grid} />
}

export function Group(props: ComponentProps<'div'>) {
  return <div {...props} {...roles.group} />
}

export function Line(props: ComponentProps<'div'>) {
  return <div {...props} {...roles.line} />
}

export function Cell(props: ComponentProps<'span'>) {
  return <span {...props} {...roles.cell} />
}

export function Header(props: ComponentProps<'span'>) {
  return <span {...props} {...roles.header} />
}
