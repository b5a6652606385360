import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { MissingPage } from '../error-pages/ErrorPages.tsx'
import { usePageTitle } from './page-title.ts'
import classes from './SectionPage.module.css'

export type Sections<Name extends string> = Readonly<Record<Name, { icon: LucideIcon; content: ComponentType }>>

interface Props<Name extends string> {
  title: string
  sections: Sections<Name>
  labels: Readonly<Record<Name, string>>
  /** The route of the sections; the URL names the current one. */
  to: '/account/{-$section}' | '/admin/{-$section}' | '/team/{-$section}'
  section: string
}

/** A page with several sections, each with its own URL, and their navigation. */
export function SectionPage<Name extends string>({ title, sections, labels, to, section }: Props<Name>) {
  const names = Object.keys(sections) as Name[]
  const shown = names.find((name) => name === section)
  usePageTitle(shown === undefined ? title : labels[shown])
  if (shown === undefined) return <MissingPage />
  const { content: Content } = sections[shown]
  return (
    <div className={classes.page}>
      <Title order={1} size="h2">
        {title}
      </Title>
      <div className={classes.columns}>
        <nav className={classes.nav} aria-label={title}>
          {names.map((name) => {
            const { icon: Icon } = sections[name]
            return (
              <Link
                key={name}
                ref={name === shown ? showInRow : undefined}
                to={to}
                params={{ section: name }}
                className={classes.link}
                data-active={name === shown || undefined}
                aria-current={name === shown ? 'page' : undefined}
              >
                <Icon size={18} aria-hidden />
                {labels[name]}
              </Link>
            )
          })}
        </nav>
        <div className={classes.content}>
          <Content />
        </div>
      </div>
    </div>
  )
}

/** On small screens the sections are in a scrolling row. */
function showInRow(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' })
}
