const ENTRIES = [':entity_type', 'experiments', 'items', 'experiments_templates', 'items_types']

/** Describes path parameters that many paths share. The contract describes other ids: `idOf`. */
export function describePathId(path: string, name: string): string {
  if (name === 'entity_type') return 'Type of the entry'
  const parts = path.split('/')
  const collection = parts[parts.indexOf(`:${name}`) - 1] ?? ''
  if (collection === 'users') return 'Id of the person; `me` is yourself'
  if (collection === 'teams') return 'Id of the team; `current` is the one in which you act'
  if (collection === 'export_progress') return 'The name that the client gave the file'
  return ENTRIES.includes(collection) ? 'Id of the entry' : ''
}
