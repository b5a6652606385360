import { Checkbox } from '@mantine/core'
import { useMessages } from '../../i18n/messages.tsx'
import classes from './ExportChoices.module.css'
import { storedExportMessages } from './stored-exports.messages.ts'

/** Whether the file is made in the background, whatever its format. */
export function BackgroundChoice({ isOn, set }: { isOn: boolean; set(isOn: boolean): void }) {
  const text = useMessages(storedExportMessages)
  return (
    <Checkbox
      className={classes.background ?? ''}
      label={text.prepareLater}
      description={text.prepareHint}
      checked={isOn}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}
