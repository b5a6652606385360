import { CRATE_ENDINGS, CRATE_VERSIONS, type CrateEnding, type CrateVersion } from '@aliquot/contract/exports'
import { ActionIcon, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { BookOpen, SlidersHorizontal } from 'lucide-react'
import { useId } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import { CRATE_OPTIONS, type CrateOptions, useCrateOptions } from './crate-options.ts'
import { ExportChoice } from './ExportChoice.tsx'
import classes from './ExportChoices.module.css'
import { exportMessages } from './exports.messages.ts'

/** The archive for other notebooks, with the ending and the version that they expect. */
export function CrateChoice({ choose }: { choose(options: CrateOptions): void }) {
  const text = useMessages(exportMessages)
  const [options, setOptions] = useCrateOptions()
  const [isOpen, { toggle }] = useDisclosure(false)
  const panel = useId()
  const { name, about } = text.formats.eln
  const isUsual = options.ending === CRATE_OPTIONS.ending && options.rocrate === CRATE_OPTIONS.rocrate
  return (
    <div>
      <div className={classes.withOptions}>
        <ExportChoice
          icon={BookOpen}
          name={name}
          about={isUsual ? about : text.crate.asChosen(options.ending, options.rocrate)}
          choose={() => choose(options)}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          c="var(--quiet)"
          className={classes.toggle}
          aria-label={text.crate.options}
          title={text.crate.options}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={toggle}
        >
          <SlidersHorizontal size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
      <div id={panel} hidden={!isOpen} className={classes.options}>
        <Text size="xs" c="var(--quiet)">
          {text.crate.hint}
        </Text>
        <Segments<CrateEnding>
          label={text.crate.ending}
          value={options.ending}
          options={CRATE_ENDINGS.map((value) => ({ value, label: `.${value}` }))}
          onChange={(ending) => setOptions({ ...options, ending })}
        />
        <Segments<CrateVersion>
          label={text.crate.version}
          value={options.rocrate}
          options={CRATE_VERSIONS.map((value) => ({ value, label: `RO-Crate ${value}` }))}
          onChange={(rocrate) => setOptions({ ...options, rocrate })}
        />
      </div>
    </div>
  )
}
