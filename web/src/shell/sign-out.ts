import { signOut } from '../features/session/session.queries.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'

/** Signs out and reports a failure, because somebody may be about to leave a shared computer. */
export function useSignOut(): () => void {
  const { fail } = useToasts()
  return () => void signOut().catch(fail)
}
