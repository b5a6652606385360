import { useLayoutEffect, useRef } from 'react'
import { fitTags } from './fit-tags.ts'
import { Highlighted } from './Highlighted.tsx'
import classes from './Tags.module.css'

/** The tags of a row in one line; `+2` stands for those without room. */
export function Tags({ tags, search }: { tags: readonly string[]; search: string | undefined }) {
  const line = useRef<HTMLSpanElement>(null)
  const names = tags.join('\n')
  // Also if only the tags have changed.
  useLayoutEffect(() => (line.current && names !== '' ? fitTags(line.current) : undefined), [names])
  if (tags.length === 0) return null
  return (
    <span ref={line} className={classes.tags} title={tags.join(', ')}>
      {tags.map((tag) => (
        <span key={tag} className={classes.tag}>
          <Highlighted text={tag} search={search} />
        </span>
      ))}
      <span className={classes.more} aria-hidden="true" hidden />
    </span>
  )
}
