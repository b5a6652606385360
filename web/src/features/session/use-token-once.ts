import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * The token in the address of a link: behind `#`, which no server and no proxy gets to see, or in the query of older
 * links. It is worth an account: it stays neither in the address nor in the history of the browser, so it is taken out
 * at once.
 */
export function useTokenOnce(): string | undefined {
  const { token: inQuery }: { token?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? inQuery)
  useEffect(() => {
    if (token !== undefined) void navigate({ to: '.', search: {}, hash: '', replace: true })
  }, [token, navigate])
  return token
}
