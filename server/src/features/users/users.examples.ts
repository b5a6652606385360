import { PASSWORD } from '../../../test/browser.ts'
import { AUTHOR, type Examples } from '../../../test/example-world.ts'
import { setAdmin } from './users.memberships.ts'

export const examples: Examples = {
  patchUser: ({ ada }) => ({
    params: { id: ada.id },
    body: { action: 'updatepassword', current_password: PASSWORD, password: 'quite another sentence' },
  }),
  postUsers: async ({ ctx, ada }) => {
    await setAdmin(ctx, AUTHOR, ada.id, ada.team, true)
    return { body: { email: 'new@example.org', firstname: 'Grace', lastname: 'Hopper' } }
  },
  deleteUser: async ({ ctx, ada, given }) => {
    await setAdmin(ctx, AUTHOR, ada.id, ada.team, true)
    return { params: { id: (await given.user()).id } }
  },
  postPasswordLink: async ({ ctx, ada, given }) => {
    await setAdmin(ctx, AUTHOR, ada.id, ada.team, true)
    return { params: { id: (await given.user()).id }, body: {} }
  },
  postPassword: async ({ ctx, ada, as, given }) => {
    await setAdmin(ctx, AUTHOR, ada.id, ada.team, true)
    const { headers } = await as(ada).post(`users/${(await given.user()).id}/password_link`, {})
    const token = new URL(headers.location ?? '').hash.slice('#token='.length)
    return { nobody: true, body: { token, password: PASSWORD } }
  },
}
