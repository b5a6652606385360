import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * The token of a link: in the fragment, which no server or proxy sees, or in the query of older links. It gives access
 * to an account, so it is removed from the URL and the history at once.
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
