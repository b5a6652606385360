/** The longest time without a pause: typing and scrolling stay smooth. */
const SLICE_MS = 12

/** Gives the page a turn. Unlike a timer, a message is not delayed by browsers. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}

/** Returns a function that pauses whenever the page has waited long enough. It throws once the work is not wanted. */
export function pauser(signal: AbortSignal): () => Promise<void> | undefined {
  let end = performance.now() + SLICE_MS
  return () => {
    if (performance.now() < end) return undefined
    return nextTurn().then(() => {
      signal.throwIfAborted()
      end = performance.now() + SLICE_MS
    })
  }
}

const RUN = 2048

/** Sorts in place, with pauses: short runs first, which are then merged. Equal items keep their order. */
export async function sortInSlices(
  items: Uint32Array,
  compare: (a: number, b: number) => number,
  signal: AbortSignal,
): Promise<Uint32Array> {
  const pause = pauser(signal)
  for (let from = 0; from < items.length; from += RUN) {
    items.subarray(from, from + RUN).sort(compare)
    await pause()
  }
  let source = items
  let target: Uint32Array = new Uint32Array(items.length)
  for (let width = RUN; width < items.length; width *= 2) {
    for (let from = 0; from < items.length; from += 2 * width) {
      await merge(source, target, from, width, compare, pause)
    }
    const merged = target
    target = source
    source = merged
  }
  return source
}

async function merge(
  source: Uint32Array,
  target: Uint32Array,
  from: number,
  width: number,
  compare: (a: number, b: number) => number,
  pause: () => Promise<void> | undefined,
): Promise<void> {
  const middle = Math.min(from + width, source.length)
  const end = Math.min(from + 2 * width, source.length)
  let left = from
  let right = middle
  for (let at = from; at < end; at++) {
    if (at % RUN === 0) await pause()
    const a = source[left] ?? 0
    const b = source[right] ?? 0
    const takesLeft = left < middle && (right >= end || compare(a, b) <= 0)
    target[at] = takesLeft ? a : b
    if (takesLeft) left++
    else right++
  }
}
