/** Focuses the search field of the page, which may still be loading. */
export function focusSearch(): void {
  const until = performance.now() + 3_000
  const tryOnce = () => {
    const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
    field?.focus()
    field?.select()
    if (!field && performance.now() < until) requestAnimationFrame(tryOnce)
  }
  tryOnce()
}
