import type { FoundIn } from '@aliquot/contract/entities'
import { Fragment } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import { entryListTexts } from './entry-list.text.ts'
import classes from './Highlighted.module.css'

/** Why an entry was found: the words around the match, and where they stand. */
export function FoundWords({ found: { place, name, text: words, marks } }: { found: FoundIn }) {
  const text = useTexts(entryListTexts)
  const parts = marks.map(([from, to], index) => (
    <Fragment key={from}>
      {words.slice(marks[index - 1]?.[1] ?? 0, from)}
      <mark className={classes.match}>{words.slice(from, to)}</mark>
    </Fragment>
  ))
  return (
    <span title={words}>
      {text.foundIn(name ?? text.places[place])} {parts}
      {words.slice(marks.at(-1)?.[1] ?? 0)}
    </span>
  )
}
