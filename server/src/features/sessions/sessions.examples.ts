import { PASSWORD } from '../../../test/browser.ts'
import type { Examples } from '../../../test/example-world.ts'

export const examples: Examples = {
  postSession: ({ ada }) => ({ nobody: true, body: { email: ada.email, password: PASSWORD } }),
  patchSession: ({ cookie, otherTeam }) => ({ cookie, body: { team: otherTeam } }),
  deleteSession: ({ cookie }) => ({ cookie }),
  deleteSessionById: () => ({ params: { id: 1 } }),
  deleteSessions: () => ({}),
  deleteUserSessions: ({ ada }) => ({ params: { id: ada.id } }),
}
