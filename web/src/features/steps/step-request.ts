import { type RefObject, useEffect } from 'react'

interface Request {
  /** Returns the focus to where the step was requested. */
  back?: () => void
}

let answer: ((request: Request) => void) | undefined

/** Focuses the line that adds steps; Escape returns. */
export function askForStep(back?: () => void): void {
  answer?.(back ? { back } : {})
}

/** For that line: sets `back` to where Escape leads, if the request came from elsewhere. */
export function useStepRequests(input: RefObject<HTMLInputElement | null>, back: RefObject<(() => void) | undefined>) {
  useEffect(() => {
    const take = (request: Request) => {
      back.current = request.back
      input.current?.focus()
      input.current?.scrollIntoView({ block: 'nearest' })
    }
    answer = take
    return () => {
      if (answer === take) answer = undefined
    }
  }, [input, back])
}
