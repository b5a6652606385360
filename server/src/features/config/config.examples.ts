import { AUTHOR, type Examples } from '../../../test/example-world.ts'
import { setSysadmin } from '../users/users.state.ts'
import { changeSettings } from './config.service.ts'

export const examples: Examples = {
  patchConfig: async ({ ctx, ada }) => {
    await setSysadmin(ctx, AUTHOR, ada.id, true)
    return { body: { lang: 'fr_FR' } }
  },
  deleteConfig: async ({ ctx, ada }) => {
    await setSysadmin(ctx, AUTHOR, ada.id, true)
    await changeSettings(ctx, AUTHOR, { lang: 'fr_FR' })
    return {}
  },
}
