import type { Examples, World } from '../../../test/example-world.ts'

export const examples: Examples = {
  patchUserNotification: async (world) => ({ params: await notified(world), body: { is_ack: 1 } }),
  patchUserNotifications: async (world) => ({ params: await notified(world), body: { is_ack: 1 } }),
  deleteUserNotification: async (world) => ({ params: await notified(world) }),
  deleteUserNotifications: async (world) => ({ params: await notified(world) }),
}

/** The notification about a comment on Ada's experiment. */
async function notified({ as, given, ada, id }: World): Promise<Record<string, number>> {
  await as(await given.user()).post(`experiments/${id}/comments`, { comment: 'Well done' })
  const { body } = await as(ada).get<{ id: number }[]>('users/me/notifications')
  return { id: ada.id, subid: body[0]?.id ?? 0 }
}
