import { type Examples, entry } from '../../../test/example-world.ts'

export const examples: Examples = {
  postEntityRequestActions: async ({ given, id }) => ({
    params: entry(id),
    body: { target_userid: (await given.user()).id, target_action: 30 },
  }),
  deleteEntityRequestAction: async ({ as, given, ada, id }) => {
    const body = { target_userid: (await given.user()).id, target_action: 30 }
    return { params: { ...entry(id), subid: (await as(ada).post(`experiments/${id}/request_actions`, body)).id } }
  },
}
