import type { FoundIn } from '@aliquot/contract/entities'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { type EntryRef, entryLink } from '../../entry-data/entry-types.ts'
import { listPartMessages } from '../list-parts.messages.ts'
import classes from './Highlighted.module.css'

interface Props {
  entry: EntryRef
  found: FoundIn
}

/** Why an entry was found: an excerpt around the match, and its place. A match in a file links to it. */
export function FoundWords({ entry, found: { place, name, id, text: words, marks } }: Props) {
  const text = useMessages(listPartMessages)
  const parts = marks.map(([from, to], index) => (
    <Fragment key={from}>
      {words.slice(marks[index - 1]?.[1] ?? 0, from)}
      <mark className={classes.match}>{words.slice(from, to)}</mark>
    </Fragment>
  ))
  const where = place === 'file' && name ? text.inFile(name) : (name ?? text.places[place])
  const content = (
    <>
      {text.foundIn(where)} {parts}
      {words.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  )
  if (id === undefined) return <span title={words}>{content}</span>
  return (
    <Link {...entryLink(entry)} search={{ file: id }} tabIndex={-1} className={classes.place} title={words}>
      {content}
    </Link>
  )
}
