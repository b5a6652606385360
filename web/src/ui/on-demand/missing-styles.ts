/** Stylesheets that failed to load. The chunk loader tries each only once, and would show the part without them. */
const missing = new Set<HTMLLinkElement>()

/** Listens in the capture phase, because error events of elements do not bubble. */
export function watchStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target)
  }
  document.addEventListener('error', note, { capture: true })
}

/** Retries them. */
export async function bringMissingStyles(): Promise<void> {
  const wanted = [...missing]
  missing.clear()
  await Promise.all(wanted.map(loadAgain))
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement
  return new Promise((resolve) => {
    again.addEventListener('load', () => resolve())
    again.addEventListener('error', () => resolve())
    link.replaceWith(again)
  })
}
