import { session } from '@aliquot/contract/session'
import { call } from '../../api/call.ts'
import { forgetSeen } from '../../api/seen.ts'
import { finishWork } from '../../sync/leaving.ts'
import { flushRemovals } from '../../ui/toasts/removals.ts'
import { tellSignedOut } from './signed-in.ts'

/** Leaves with a fresh page, so that nothing of this person stays in memory on a shared computer. */
export async function signOut(): Promise<void> {
  // Hidden deletions must not reappear with the next sign-in.
  await Promise.all([flushRemovals(), finishWork()])
  await call(session.signOut)
  await forgetSeen()
  tellSignedOut()
  location.assign('/sign-in')
}
