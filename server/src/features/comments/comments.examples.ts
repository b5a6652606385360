import { type Examples, entry } from '../../../test/example-world.ts'

export const examples: Examples = {
  postEntityComments: ({ id }) => ({ params: entry(id), body: { comment: 'Yield is low' } }),
  patchEntityComment: ({ id, comment }) => ({ params: { ...entry(id), subid: comment }, body: { comment: 'Or not' } }),
  deleteEntityComment: ({ id, comment }) => ({ params: { ...entry(id), subid: comment } }),
}
