/** One’s own list of things to do. */
export const todoRefusals = {
  'todo.not_found': 'Nothing with this id is on your list',
  'todo.too_many': 'There are {most:count} things on your list already',
} as const
