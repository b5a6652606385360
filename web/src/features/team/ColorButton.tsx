import { Popover, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import classes from './LabelList.module.css'
import { LABEL_COLORS, type LabelColor } from './label-colors.ts'
import { teamMessages } from './team.messages.ts'

interface Props {
  /** What has this colour. */
  label: string
  color: string
  pick(color: string): void
}

/** The colour of a label, with a palette to change it. */
export function ColorButton({ label, color, pick }: Props) {
  const text = useMessages(teamMessages)
  const [isOpen, setOpen] = useState(false)
  const choose = (chosen: string) => {
    setOpen(false)
    if (chosen !== color) pick(chosen)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <UnstyledButton className={classes.color} aria-label={label} onClick={() => setOpen(!isOpen)}>
          <Dot color={color} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <div className={classes.palette} role="radiogroup" aria-label={label}>
          {Object.entries(LABEL_COLORS).map(([name, value]) => (
            <UnstyledButton
              key={name}
              className={classes.swatch}
              role="radio"
              aria-checked={value === color}
              aria-label={text.colors[name as LabelColor]}
              title={text.colors[name as LabelColor]}
              onClick={() => choose(value)}
            >
              <Dot color={value} />
            </UnstyledButton>
          ))}
        </div>
        <OtherColor color={color} choose={choose} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Any colour, with the browser's own picker; applied on blur, not at every move. */
function OtherColor({ color, choose }: { color: string; choose(color: string): void }) {
  const text = useMessages(teamMessages)
  const [chosen, setChosen] = useState(`#${color}`)
  return (
    <label className={classes.custom}>
      <input
        type="color"
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        onBlur={() => choose(chosen.slice(1))}
      />
      {text.otherColor}
    </label>
  )
}

function Dot({ color }: { color: string }) {
  return <span className={classes.dot} style={{ background: `#${color}` }} aria-hidden="true" />
}
