import type { ChangeEvent } from 'react'
import classes from './SelectBox.module.css'

interface Props {
  label: string
  isChecked: boolean
  /** Some of what it stands for is selected. */
  isPartly?: boolean
  /** Only a mouse needs it, because keys of the list do the same. */
  isForMouse?: boolean
  change(isRange: boolean): void
}

/** A checkbox with a target as high as its row. */
export function SelectBox({ label, isChecked, isPartly = false, isForMouse = false, change }: Props) {
  const toggle = ({ nativeEvent }: ChangeEvent) => change(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
  return (
    <label className={classes.target}>
      <input
        ref={(input) => {
          if (input) input.indeterminate = isPartly
        }}
        type="checkbox"
        {...(isForMouse && { tabIndex: -1 })}
        className={classes.checkbox}
        aria-label={label}
        checked={isChecked}
        onChange={toggle}
      />
    </label>
  )
}
