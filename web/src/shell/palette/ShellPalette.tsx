import { useMemo } from 'react'
import { useImportCommands } from './import-command.ts'
import { useLookCommands } from './look-commands.ts'
import { Palette } from './Palette.tsx'
import { useScanCommand } from './scan-command.ts'

/** The palette of the notebook. */
export function ShellPalette({ close, scan }: { close(): void; scan(): void }) {
  const look = useLookCommands()
  const importing = useImportCommands()
  const scanning = useScanCommand(scan)
  const more = useMemo(() => [scanning, ...look, ...importing], [scanning, look, importing])
  return <Palette close={close} more={more} scan={scanning} />
}
