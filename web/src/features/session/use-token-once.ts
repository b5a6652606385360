import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * The token in the address of a link. It is worth an account: it stays neither in the address nor in the history of the
 * browser, so it is taken out at once.
 */
export function useTokenOnce(): string | undefined {
  const { token: given }: { token?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [token] = useState(given)
  useEffect(() => {
    if (given !== undefined) void navigate({ to: '.', search: {}, replace: true })
  }, [given, navigate])
  return token
}
