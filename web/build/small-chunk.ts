import { isNamedIn } from './base-chunk.ts'

/**
 * Pieces of a few lines that several parts share and the first load does not need. Alone, each would be a file whose
 * name the first load must tell: in one file they are a name. What imports more than the base file has does not belong
 * here, because it would come along.
 */
export const SMALL: readonly string[] = [
  ...[
    'features/steps/step-anchor',
    'ui/fields/Tick.module',
    'ui/fields/copy-text',
    'ui/fields/use-length',
    'ui/is-touch',
    'ui/keys/focus-after-removal',
    'ui/keys/open-layers',
    'ui/language-choice',
    'ui/layout/Rows.module',
    'ui/layout/direction',
    'ui/layout/panels.module',
    'ui/words/plain-html',
  ].map((name) => `web/src/${name}`),
  ...['get-env/get-env', 'noop/noop'].map((name) => `node_modules/@mantine/core/esm/core/utils/${name}`),
  ...['use-debounced-value', 'use-merged-ref', 'use-uncontrolled', 'use-window-event'].map(
    (name) => `node_modules/@mantine/hooks/esm/${name}/${name}`,
  ),
  'node_modules/@tanstack/react-query/build/modern/infiniteQueryOptions',
]

export function isSmall(id: string): boolean {
  return isNamedIn(SMALL, id)
}
