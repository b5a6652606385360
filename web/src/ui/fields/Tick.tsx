import { Checkbox } from '@mantine/core'
import { type KeyboardEvent, useId } from 'react'
import classes from './Tick.module.css'

interface Props {
  label: string
  isTicked: boolean
  isDisabled?: boolean
  tick(isTicked: boolean): void
  press?: (event: KeyboardEvent) => void
}

/** A checkbox for gloved hands: the area around it counts too. */
export function Tick({ label, isTicked, isDisabled = false, tick, press }: Props) {
  const id = useId()
  return (
    <label htmlFor={id} className={classes.tick}>
      <Checkbox
        id={id}
        size="md"
        aria-label={label}
        checked={isTicked}
        disabled={isDisabled}
        onChange={(event) => tick(event.currentTarget.checked)}
        onKeyDown={press}
      />
    </label>
  )
}
