import { Star } from 'lucide-react'
import { useId, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { entryMessages } from '../entry-data/entry.messages.ts'
import classes from './Stars.module.css'

interface Props {
  value: number
  isReadOnly: boolean
  save(value: number): void
}

const COUNTS = [1, 2, 3, 4, 5] as const

/**
 * Zero to five stars as real radio buttons, so that arrows and screen readers work; digits do too. The same star again
 * clears.
 */
export function Stars({ value, isReadOnly, save }: Props) {
  const text = useMessages(entryMessages)
  const name = useId()
  const [hovered, setHovered] = useState<number>()
  const label = value === 0 ? text.noRating : text.stars(value)
  if (isReadOnly) {
    return (
      <span className={classes.stars} role="img" aria-label={`${text.rating}: ${label}`}>
        {COUNTS.map((count) => (
          <StarSign key={count} isFull={count <= value} />
        ))}
      </span>
    )
  }
  const shown = hovered ?? value
  return (
    <fieldset
      className={classes.stars}
      aria-label={text.rating}
      onMouseLeave={() => setHovered(undefined)}
      onKeyDown={(event) => {
        if (/^[0-5]$/.test(event.key)) save(Number(event.key))
      }}
    >
      <label className={classes.none}>
        <input type="radio" name={name} checked={value === 0} aria-label={text.noRating} onChange={() => save(0)} />
      </label>
      {COUNTS.map((count) => (
        <label key={count} className={classes.star} onMouseEnter={() => setHovered(count)}>
          <input
            type="radio"
            name={name}
            checked={value === count}
            aria-label={text.stars(count)}
            onChange={() => {
              // Touch has no pointer leave, so reset the hover state here.
              setHovered(undefined)
              save(count)
            }}
            onClick={() => {
              if (value !== count) return
              setHovered(undefined)
              save(0)
            }}
          />
          <StarSign isFull={count <= shown} />
        </label>
      ))}
    </fieldset>
  )
}

function StarSign({ isFull }: { isFull: boolean }) {
  return <Star size={18} aria-hidden="true" className={classes.sign} data-full={isFull || undefined} />
}
