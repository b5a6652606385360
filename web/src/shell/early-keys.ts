let caught = ''
let stop: (() => void) | undefined

/** Should the field never come, the keys must work again. */
const LONGEST_WAIT = 10_000

/**
 * Keeps what somebody types between asking for a field, or a page, and the moment it is there.
 * @param already What was typed before, and is still without a field.
 */
export function catchEarlyKeys(already = ''): void {
  takeEarlyKeys()
  caught = already
  const listen = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Escape') return void takeEarlyKeys()
    if (event.key === 'Backspace') caught = [...caught].slice(0, -1).join('')
    else if (event.key === 'Enter') caught += '\n'
    else if ([...event.key].length === 1) caught += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  // Whoever goes elsewhere types there.
  const leave = () => void takeEarlyKeys()
  document.addEventListener('keydown', listen, { capture: true })
  document.addEventListener('pointerdown', leave, { capture: true })
  const timer = setTimeout(leave, LONGEST_WAIT)
  stop = () => {
    clearTimeout(timer)
    document.removeEventListener('keydown', listen, { capture: true })
    document.removeEventListener('pointerdown', leave, { capture: true })
  }
}

export function isCatchingEarlyKeys(): boolean {
  return stop !== undefined
}

/** Presses them again, one after the other, now that the page they were meant for is there. */
export function replayEarlyKeys(): void {
  for (const key of takeEarlyKeys().text) {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }
}

interface EarlyKeys {
  /** What is for the field. */
  text: string
  /** Enter said that this is all of it. */
  isConfirmed: boolean
  /** What came after that, line by line. */
  rest: string
}

/** Hands them over, once. */
export function takeEarlyKeys(): EarlyKeys {
  stop?.()
  stop = undefined
  const [text = '', ...rest] = caught.split('\n')
  caught = ''
  return { text, isConfirmed: rest.length > 0, rest: rest.join('\n') }
}
