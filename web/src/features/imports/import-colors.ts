import type { ImportState } from '@aliquot/contract/imports'

export const COLORS: Readonly<Record<ImportState, string>> = {
  waiting: 'gray',
  running: 'blue',
  previewed: 'aliquot',
  done: 'green',
  failed: 'red',
  stopped: 'orange',
  undone: 'gray',
}
