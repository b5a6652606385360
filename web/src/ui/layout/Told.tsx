import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'

const SOON = 100

/** Tells screen readers words that appear with the part around them: they tell changes of a status, not its first words. */
export function Told({ words }: { words: string }) {
  const [told, setTold] = useState('')
  useEffect(() => {
    const timer = setTimeout(setTold, SOON, words)
    return () => clearTimeout(timer)
  }, [words])
  return <VisuallyHidden role="status">{told}</VisuallyHidden>
}
