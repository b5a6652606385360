/** Comments. */
export const commentRefusals = {
  'comment.not_found': 'No comment with this id on this entry',
  'comment.not_author': 'Only its author can change or delete a comment',
  'comment.of_system': 'This comment was written by the system and is read only',
} as const
