/** The query keys of entry lists, entries and their children. */
export const entryKeys = {
  all: ['entries'] as const,
  lists: ['entries', 'list'] as const,
  groups: ['entries', 'groups'] as const,
  entry: (id: number) => ['entries', 'entry', id] as const,
  comments: (id: number) => ['entries', 'comments', id] as const,
  steps: (id: number) => ['entries', 'steps', id] as const,
  files: (id: number) => ['entries', 'files', id] as const,
  requests: (id: number) => ['entries', 'requests', id] as const,
  timeline: (id: number) => ['entries', 'timeline', id] as const,
}
