import { AUTHOR, administered, type Examples } from '../../../test/example-world.ts'
import { setSysadmin } from '../users/users.state.ts'

export const examples: Examples = {
  postTeams: async ({ ctx, ada }) => {
    await setSysadmin(ctx, AUTHOR, ada.id, true)
    return { body: { name: 'Physics' } }
  },
  patchTeam: async (world) => ({ params: await administered(world), body: { announcement: 'No water on Friday' } }),
  deleteTeam: async ({ ctx, ada, given }) => {
    await setSysadmin(ctx, AUTHOR, ada.id, true)
    return { params: { id: await given.team('Empty') } }
  },
}
