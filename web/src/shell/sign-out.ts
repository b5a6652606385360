import { useTellMissing } from '../ui/on-demand/on-demand.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'

/** Signs out and reports a failure, because somebody may be about to leave a shared computer. */
export function useSignOut(): () => void {
  const { fail } = useToasts()
  const tellMissing = useTellMissing()
  return () => void import('../features/session/sign-out.ts').then(({ signOut }) => signOut().catch(fail), tellMissing)
}
