import { defineMessages } from './messages.tsx'

interface ProblemMessages {
  unreachable: string
  busy: string
  fault: string
  wait(seconds: number): string
  /** By status. The service's own sentence is shown below. */
  byStatus: Readonly<Record<number, string>>
}

export const problemMessages = defineMessages<ProblemMessages>('problem', {
  unreachable: 'Can’t reach the server. Check the connection, then try again.',
  busy: 'The server cannot save anything right now. Try again in a few minutes.',
  fault: 'Something went wrong on the server. Try again. If it happens again, contact your administrator.',
  wait: (seconds) =>
    seconds > 90
      ? `Too many requests. Try again in ${Math.ceil(seconds / 60)} minutes.`
      : 'Too many requests. Wait a moment, then try again.',
  byStatus: {
    400: 'The server rejected this.',
    401: 'Your session has ended. Sign in again to continue.',
    403: 'You are not allowed to do this.',
    404: 'This no longer exists.',
    409: 'This conflicts with existing data.',
    412: 'Someone else changed this meanwhile. Check it, then repeat your change.',
    413: 'This is too large for the server.',
    422: 'This is not possible right now.',
    429: 'Too many requests. Wait a moment, then try again.',
  },
})
