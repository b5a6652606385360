/** Those of the list; one that is missing here brings a file with the icons of all other pages. */
const ICONS = [
  ...['archive', 'arrow-down', 'arrow-up', 'columns-3', 'download', 'lock', 'message-square', 'pin', 'shapes', 'star'],
  ...[
    'tag',
    'x',
    'arrow-down-wide-narrow',
    'arrow-up-narrow-wide',
    'calendar-days',
    'group',
    'layout-grid',
    'rows-3',
    'square-kanban',
    'table-2',
  ],
]

/**
 * What nearly every page needs is in one file, with its dependencies. It loads before the first page shows, so a part
 * of few pages does not belong here. A test checks that each name is that of one file: a renamed one would silently get
 * its own chunk, and the first load would grow by a round trip.
 */
export const BASE: readonly string[] = [
  ...[
    'shell/Shell',
    'ui/error-pages/ErrorPages',
    'ui/fields/Segments',
    'ui/fields/plain-fields.module',
    'ui/keys/early-keys',
    'ui/layout/ProblemLine',
    'ui/layout/use-top',
    'ui/time/When',
    'ui/time/calendar-day',
    'features/entry-data/entry-type.messages',
    'features/entry-list/entry-list.messages',
    'features/entry-list/grid/GridParts',
    'features/entry-list/grid/RowMarks',
    'features/entry-list/grid/Tags',
    'features/entry-list/list-cache',
    'features/entry-list/list-type',
    'features/labels/LabelPill',
    'features/labels/labels.messages',
    'features/labels/labels.queries',
    'features/new-entry/new-entry.messages',
    'features/new-entry/use-new-entry',
    'features/permissions/people.queries',
    'features/session/current-team.queries',
  ].map((name) => `web/src/${name}`),
  ...['ActionIcon', 'Skeleton'].map((name) => `node_modules/@mantine/core/esm/components/${name}/${name}`),
  ...['useQueries', 'useQuery'].map((name) => `node_modules/@tanstack/react-query/build/modern/${name}`),
  ...ICONS.map((icon) => `node_modules/lucide-react/dist/esm/icons/${icon}`),
]

export function isBase(id: string): boolean {
  return isNamedIn(BASE, id)
}

/** Whether a module is one of these files, on every system. */
export function isNamedIn(names: readonly string[], id: string): boolean {
  const path = id.replaceAll('\\', '/')
  return names.some((name) => path.includes(`/${name}.`))
}
