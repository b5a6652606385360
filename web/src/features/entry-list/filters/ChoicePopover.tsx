import { UnstyledButton } from '@mantine/core'
import { Check } from 'lucide-react'
import { FilterPopover } from '../../../ui/menus/FilterPopover.tsx'
import type { Opened } from '../../../ui/menus/PopoverButton.tsx'
import classes from './Choices.module.css'

export interface Choice {
  value: string
  label: string
}

interface Props extends Opened {
  name: string
  choices: readonly Choice[]
  value: string
  pick(value: string): void
}

/** One of a few values; a click takes it. */
export function ChoicePopover({ name, choices, value, pick, ...opened }: Props) {
  return (
    <FilterPopover {...opened} label={name} width="13rem">
      <div className={classes.choices}>
        {choices.map((choice) => (
          <UnstyledButton
            key={choice.value}
            className={classes.choice}
            aria-pressed={choice.value === value}
            onClick={() => {
              opened.close()
              pick(choice.value)
            }}
          >
            {choice.label}
            {choice.value === value && <Check size={14} aria-hidden="true" />}
          </UnstyledButton>
        ))}
      </div>
    </FilterPopover>
  )
}
