import { useMemo } from 'react'
import { useImportCommands } from './import-command.ts'
import { useLookCommands } from './look-commands.ts'
import { Palette } from './Palette.tsx'

/** The palette of the notebook. */
export function ShellPalette({ close }: { close(): void }) {
  const look = useLookCommands()
  const importing = useImportCommands()
  const more = useMemo(() => [...look, ...importing], [look, importing])
  return <Palette close={close} more={more} />
}
