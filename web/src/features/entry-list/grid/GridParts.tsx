import type { ComponentProps } from 'react'

/* The ARIA roles of a grid on plain elements, because table elements cannot be positioned for virtual scrolling. */

const roles = {
  grid: { role: 'grid' },
  tree: { role: 'treegrid' },
  group: { role: 'rowgroup' },
  line: { role: 'row' },
  cell: { role: 'gridcell' },
  header: { role: 'columnheader' },
} as const

export function Grid(props: ComponentProps<'div'>) {
  return <div {...props} {...roles.grid} />
}

/** A grid with rows that fold others. */
export function TreeGrid(props: ComponentProps<'div'>) {
  return <div {...props} {...roles.tree} />
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
