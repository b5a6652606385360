import { type RefObject, useEffect } from 'react'

interface Request {
  /** Gives the keyboard back to where the step was asked for. */
  back?: () => void
}

let answer: ((request: Request) => void) | undefined

/** The keyboard goes to the line that adds steps; Escape brings it back. */
export function askForStep(back?: () => void): void {
  answer?.(back ? { back } : {})
}

/** For that line: where Escape leads to is in the answer, as long as it was asked for from elsewhere. */
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
