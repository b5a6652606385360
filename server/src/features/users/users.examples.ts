import { PASSWORD } from '../../../test/browser.ts'
import { AUTHOR, type Examples, type World } from '../../../test/example-world.ts'
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
  postPasswordLinkOwner: async (world) => ({ nobody: true, body: { token: await newLink(world) } }),
  postPassword: async (world) => ({ nobody: true, body: { token: await newLink(world), password: PASSWORD } }),
}

/** The token of a link to a new person. */
async function newLink({ ctx, ada, as, given }: World): Promise<string> {
  await setAdmin(ctx, AUTHOR, ada.id, ada.team, true)
  const { headers } = await as(ada).post(`users/${(await given.user()).id}/password_link`, {})
  return new URL(headers.location ?? '').hash.slice('#token='.length)
}
