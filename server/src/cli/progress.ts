const WIDTH = 30
const EVERY_MS = 100

export interface Progress {
  show(done: number, of: number): void
  /** For an unknown total. */
  count(done: number): void
  clear(): void
}

/** A progress bar on the terminal; nothing if stderr is redirected, or for a program. */
export function progressBar(unit: string, isForProgram = false): Progress {
  const { stderr } = process
  if (!stderr.isTTY || isForProgram) return { show() {}, count() {}, clear() {} }
  let last = 0
  const isTime = () => {
    const now = Date.now()
    if (now - last < EVERY_MS) return false
    last = now
    return true
  }
  return {
    show(done, of) {
      if (!isTime()) return
      const part = of > 0 ? Math.min(1, done / of) : 1
      const filled = Math.round(part * WIDTH)
      stderr.write(`\r${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${done} of ${of} ${unit}`)
    },
    count(done) {
      if (isTime()) stderr.write(`\r${done} ${unit}`)
    },
    clear: () => void stderr.write('\r\x1b[K'),
  }
}
