import { useEffect, useState } from 'react'

/**
 * The token in the address of a link. It is worth an account: it stays neither in the address nor in the history of the
 * browser, so `forget` takes it out at once.
 */
export function useTokenOnce(given: string | undefined, forget: () => void): string | undefined {
  const [token] = useState(given)
  useEffect(() => {
    if (given !== undefined) forget()
  }, [given])
  return token
}
