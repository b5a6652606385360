import { type ReactNode, useId } from 'react'
import classes from './Segments.module.css'

interface Props<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: ReactNode }[]
  onChange(value: T): void
  /** As high as the fields beside it. */
  isTall?: boolean
  className?: string | undefined
}

/** A segmented control: a few choices side by side. */
export function Segments<T extends string>({ label, value, options, onChange, isTall, className = '' }: Props<T>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={`${classes.group} ${className}`}
      data-tall={isTall || undefined}
    >
      {options.map((option) => (
        <label key={option.value} className={classes.segment}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
