/** One’s own list of things to do. */
export const todoRefusals = {
  'todo.not_found': 'Nothing with this id is on your list',
  'todo.too_many': 'Your list already has {most:count} things',
} as const
