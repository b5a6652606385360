// Runs in the page, before its own scripts: what a screen reader would say, and whether the focus can be seen.
;() => {
  const LIVE = '[role="status"], [role="alert"], [role="log"], [aria-live="polite"], [aria-live="assertive"]'
  const heard = []
  const known = new WeakSet()
  globalThis.walk = { heard, look }

  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const element = target.nodeType === 1 ? target : target.parentElement
      const region = element?.closest(LIVE)
      // A region that comes with its words is not told by every screen reader; an alert is.
      if (region && known.has(region)) say(region.getAttribute('aria-relevant') === 'additions' ? addedNodes : [region])
      for (const added of addedNodes) {
        if (added.nodeType !== 1) continue
        const alerts = added.matches('[role="alert"]') ? [added] : added.querySelectorAll('[role="alert"]')
        say(alerts)
      }
    }
    for (const region of document.querySelectorAll(LIVE)) known.add(region)
  }).observe(document, { childList: true, subtree: true, characterData: true })

  function say(nodes) {
    for (const node of nodes) {
      const words = node.textContent?.replaceAll(/\s+/g, ' ').trim()
      if (words && heard.at(-1) !== words) heard.push(words)
    }
  }

  function look() {
    const element = document.activeElement
    if (!element || element === document.body) return ['has the focus, which was lost']
    // A page, a dialog or a section that was given the focus to be read from there on.
    if (element.getAttribute('tabindex') === '-1' && element.matches('main, section, [role="dialog"], h1, h2, h3'))
      return []
    return [...(isMarked(element) ? [] : ['does not show the focus']), ...whereIs(element)]
  }

  function isMarked(element) {
    const writes =
      'textarea, [contenteditable="true"], select, input:not([type="checkbox"], [type="radio"], [type="range"])'
    if (element.matches(writes)) return true
    if (getComputedStyle(element).boxShadow !== 'none') return true
    const near = [element, ...element.querySelectorAll(':scope > *'), element.nextElementSibling, ...above(element, 3)]
    return near.some((one) => one && hasOutline(getComputedStyle(one)))
  }

  function hasOutline({ outlineStyle, outlineWidth, outlineColor }) {
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && !/, 0\)|transparent/.test(outlineColor)
  }

  function above(element, count) {
    const found = []
    for (let one = element.parentElement; one && found.length < count; one = one.parentElement) found.push(one)
    return found
  }

  function whereIs(element) {
    const box = (
      element.matches('[type="radio"], [type="checkbox"]') ? element.parentElement : element
    ).getBoundingClientRect()
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
    if (right <= left || bottom <= top) return ['is outside of the window']
    const shares = [0.5, 0.1, 0.9]
    const isFree = shares.some((x) =>
      shares.some((y) => {
        const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)
        return (
          hit &&
          (element.contains(hit) ||
            hit.contains(element) ||
            hit.closest('label')?.contains(element) ||
            // A message goes by itself.
            hit.closest('[aria-relevant="additions"]') ||
            isIn(hit, element))
        )
      }),
    )
    return isFree ? [] : ['is covered']
  }

  function isIn(hit, element) {
    return above(element, 2).some((one) => one.contains(hit))
  }
}
