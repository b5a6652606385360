import { useLookCommands } from './look-commands.ts'
import { Palette } from './Palette.tsx'

/** The palette of the notebook. */
export function ShellPalette({ close }: { close(): void }) {
  return <Palette close={close} more={useLookCommands()} />
}
