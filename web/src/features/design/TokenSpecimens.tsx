import { Text } from '@mantine/core'
import classes from './design.module.css'
import { Specimen, Specimens } from './Specimen.tsx'

const COLOURS = ['ground', 'surface', 'raised', 'sunken', 'hover', 'pill', 'track', 'selected', 'line', 'strong-line']
const MEANINGS = ['quiet', 'good', 'warn', 'warn-surface', 'danger', 'mark', 'star', 'added', 'removed']
const SPACES = ['2xs', 'xs', 'sm', 'md', 'lg', 'xl', '2xl']
const SIZES = ['xs', 'sm', 'md', 'lg', 'xl']

/** Colours, space and type. */
export function TokenSpecimens() {
  return (
    <>
      <Specimens title="Colours">
        {[...COLOURS, ...MEANINGS].map((name) => (
          <Specimen key={name} state={`--${name}`}>
            <div className={classes.swatch} style={{ background: `var(--${name})` }} />
          </Specimen>
        ))}
      </Specimens>
      <Specimens title="Space">
        {SPACES.map((name) => (
          <Specimen key={name} state={name}>
            <div className={classes.space} style={{ width: `var(--mantine-spacing-${name})` }} />
          </Specimen>
        ))}
      </Specimens>
      <Specimens title="Type">
        {SIZES.map((size) => (
          <Specimen key={size} state={size} isWide>
            <Text size={size}>4.2 mg of His-GFP in 10 aliquots, 150 mM imidazole</Text>
          </Specimen>
        ))}
      </Specimens>
    </>
  )
}
