import { Kbd } from '@mantine/core'
import { keyNames } from './shortcuts.ts'

/** Shows a shortcut as on this keyboard: `<Keys of="mod+k" />`. */
export function Keys({ of }: { of: string }) {
  return (
    <span aria-hidden="true" style={{ display: 'inline-flex', gap: 3, whiteSpace: 'nowrap' }}>
      {keyNames(of).map((name) => (
        <Kbd key={name} size="xs">
          {name}
        </Kbd>
      ))}
    </span>
  )
}
