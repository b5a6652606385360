let caught = ''
let stop: (() => void) | undefined

/** Keeps what somebody types between opening the palette and the moment its field is there. */
export function catchEarlyKeys(): void {
  takeEarlyKeys()
  const listen = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') return void takeEarlyKeys()
    if (event.key === 'Backspace') caught = caught.slice(0, -1)
    else if ([...event.key].length === 1) caught += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('keydown', listen, { capture: true })
  // Should the palette never come, the keys must work again.
  const timer = setTimeout(takeEarlyKeys, 3_000)
  stop = () => {
    clearTimeout(timer)
    document.removeEventListener('keydown', listen, { capture: true })
  }
}

/** Hands them over, once. */
export function takeEarlyKeys(): string {
  stop?.()
  stop = undefined
  const keys = caught
  caught = ''
  return keys
}
