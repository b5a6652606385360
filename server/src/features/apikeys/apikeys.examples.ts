import type { Examples } from '../../../test/example-world.ts'

export const examples: Examples = {
  postApikeys: () => ({ body: { name: 'balance', canwrite: 1 } }),
  deleteApikey: async ({ given, ada }) => ({ params: { id: Number.parseInt(await given.key(ada), 10) } }),
  deleteUserApikeys: ({ ada }) => ({ params: { id: ada.id } }),
}
