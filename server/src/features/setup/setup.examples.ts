import { PASSWORD } from '../../../test/browser.ts'
import type { Examples } from '../../../test/example-world.ts'
import { offerSetup } from './setup.service.ts'

export const examples: Examples = {
  postSetup: async ({ ctx }) => ({
    nobody: true,
    body: { token: await offerSetup(ctx), firstname: 'A', lastname: 'B', email: 'a@example.org', password: PASSWORD },
  }),
}
