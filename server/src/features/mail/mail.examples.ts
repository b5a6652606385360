import type { Examples } from '../../../test/example-world.ts'

export const examples: Examples = {
  postInstance: () => ({ body: { action: 'emailteam', target: 'team', subject: 'Lunch', body: 'At noon.' } }),
  postPasswordForgot: ({ ada }) => ({ nobody: true, body: { email: ada.email } }),
}
