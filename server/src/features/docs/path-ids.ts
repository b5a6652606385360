/** What the ids below a collection are of. */
const SINGULAR: Readonly<Record<string, string>> = {
  apikeys: 'API key',
  comments: 'comment',
  experiments_categories: 'category',
  experiments_links: 'experiment at the other end of the link',
  experiments_status: 'status',
  favtags: 'tag',
  items_links: 'resource at the other end of the link',
  items_status: 'status',
  notifications: 'notification',
  request_actions: 'request',
  resources_categories: 'category',
  revisions: 'revision',
  sessions: 'session',
  steps: 'step',
  tags: 'tag',
  teamgroups: 'group',
  timeline: 'change, its position in the history of the entry',
  todolist: 'line',
  uploads: 'file',
  views: 'saved list',
}

const ENTRIES = [':entity_type', 'experiments', 'items', 'experiments_templates', 'items_types']

/** What a part of a path stands for. */
export function describePathId(path: string, name: string): string {
  if (name === 'entity_type') return 'Type of the entry'
  const parts = path.split('/')
  const collection = parts[parts.indexOf(`:${name}`) - 1] ?? ''
  if (collection === 'users') return 'Id of the person; `me` is yourself'
  if (collection === 'teams') return 'Id of the team; `current` is the one in which you act'
  if (collection === 'export_progress') return 'The name that the client gave the file'
  if (ENTRIES.includes(collection)) return 'Id of the entry'
  const what = SINGULAR[collection]
  return what === undefined ? '' : `Id of the ${what}`
}
