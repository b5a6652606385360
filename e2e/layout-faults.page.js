/**
 * Runs in the page (layout-faults.ts) and measures it as it is drawn: what lies on something else, what is cut although
 * there is room beside it, what is too small to be hit or to type in, and whether the page scrolls sideways.
 */
;({ target, letters, isStrict }) => {
  const faults = new Set()
  const root = document.documentElement
  const TARGETS =
    'a[href], button, input, select, textarea, summary, [role="button"], [role="checkbox"], [role="switch"], [role="tab"], [role="radio"], [role="menuitem"], [role="option"], [role="slider"]'
  /** Something of the page itself and something above it may share a place. */
  const LAYERS = '[role="dialog"], [role="menu"], [role="listbox"], [role="tooltip"], [class*="-dropdown"]'

  // Nothing changes while it is measured, and each style and place is needed many times.
  const styleOf = once((element) => {
    const style = getComputedStyle(element)
    const { clipPath, direction, display, overflowX, overflowY, pointerEvents, position, top } = style
    return { clipPath, direction, display, overflowX, overflowY, pointerEvents, position, top }
  })
  const boxOf = once((element) => element.getBoundingClientRect())
  const windowOf = once(readWindow)
  const layerOf = once(readLayer)
  const isScrolled = once(readScrolled)

  if (root.scrollWidth > root.clientWidth) faults.add(`the page scrolls sideways: ${widest()}`)
  const open = topDialog()
  const all = [...(open ?? document.body).querySelectorAll('*')].filter(isShown)
  const targets = all.filter((element) => element.matches(TARGETS))
  const cells = [...document.querySelectorAll('[role="gridcell"], td, th')]
  const atoms = all.flatMap(readAtom)
  findOverlaps()
  findCuts()
  findSmallTargets()
  findSmallLetters()
  findCutChoices()
  return [...faults]

  /** Reads each element only the first time. */
  function once(read) {
    const known = new Map()
    return (element) => {
      if (!known.has(element)) known.set(element, read(element))
      return known.get(element)
    }
  }

  /** A modal dialog covers the rest of the page. */
  function topDialog() {
    return [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].findLast(isShown)
  }

  function isShown(element) {
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
  }

  /** Words, pictures and fields: what somebody wants to see whole. */
  function readAtom(element) {
    if (element.closest('svg') && element.tagName !== 'svg') return []
    if (element.closest('[aria-hidden="true"] *:not(svg)') && !element.textContent.trim()) return []
    const isField = /^(?:INPUT|SELECT|TEXTAREA|IMG|VIDEO|CANVAS)$/.test(element.tagName) || element.tagName === 'svg'
    const rects = isField ? [boxOf(element)] : wordsOf(element)
    if (rects.length === 0) return []
    const full = union(rects)
    if (full.width < 2 || full.height < 2) return []
    const seen = clip(element, full)
    if (!seen || seen.width < 2 || seen.height < 2) return []
    return [{ element, full, seen, layer: layerOf(element), isField }]
  }

  /** The lines of the element's own words. */
  function wordsOf(element) {
    return [...element.childNodes].flatMap((node) => {
      if (!(node instanceof Text) || node.data.trim() === '') return []
      const range = document.createRange()
      range.selectNodeContents(node)
      return [...range.getClientRects()].filter((rect) => rect.width > 0)
    })
  }

  function union(rects) {
    const left = Math.min(...rects.map((rect) => rect.left))
    const right = Math.max(...rects.map((rect) => rect.right))
    const top = Math.min(...rects.map((rect) => rect.top))
    const bottom = Math.max(...rects.map((rect) => rect.bottom))
    return { left, right, top, bottom, width: right - left, height: bottom - top }
  }

  /** The part that no element around it hides. */
  function clip(element, rect) {
    const seen = meet(windowOf(element), rect)
    return seen && { ...seen, width: seen.right - seen.left, height: seen.bottom - seen.top }
  }

  /** Where an element and those around it let something be seen; undefined for nowhere. */
  function readWindow(element) {
    if (!element || element === root) return { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity }
    const { overflowX, overflowY, clipPath, position } = styleOf(element)
    if (clipPath !== 'none') return undefined
    const outer = position === 'fixed' ? windowOf(root) : windowOf(element.parentElement)
    if (overflowX === 'visible' && overflowY === 'visible') return outer
    const { left, right, top, bottom } = boxOf(element)
    return meet(outer, {
      ...(overflowX === 'visible' ? { left: -Infinity, right: Infinity } : { left, right }),
      ...(overflowY === 'visible' ? { top: -Infinity, bottom: Infinity } : { top, bottom }),
    })
  }

  function meet(a, b) {
    if (!a) return undefined
    const [left, right] = [Math.max(a.left, b.left), Math.min(a.right, b.right)]
    const [top, bottom] = [Math.max(a.top, b.top), Math.min(a.bottom, b.bottom)]
    return right > left && bottom > top ? { left, right, top, bottom } : undefined
  }

  /** What stays where it is while the page moves below it, or opened above it. */
  function readLayer(element) {
    if (!element || element === root) return root
    const { position } = styleOf(element)
    const isLayer = position === 'fixed' || isStuck(element) || element.matches(LAYERS)
    return isLayer ? element : layerOf(element.parentElement)
  }

  /** At the top of a page, what sticks to the upper edge is still in its own place. */
  function isStuck(element) {
    const { position, top } = styleOf(element)
    if (position !== 'sticky') return false
    for (let outer = element.parentElement; outer; outer = outer.parentElement) if (outer.scrollTop > 0) return true
    return top === 'auto'
  }

  function findOverlaps() {
    const sorted = atoms.toSorted((a, b) => a.seen.top - b.seen.top)
    for (const [index, one] of sorted.entries()) {
      for (let next = index + 1; next < sorted.length; next += 1) {
        const other = sorted[next]
        if (other.seen.top >= one.seen.bottom - 3) break
        if (one.layer !== other.layer || !isOver(one.seen, other.seen)) continue
        if (belongTogether(one.element, other.element)) continue
        faults.add(`${name(one.element)} lies on ${name(other.element)}`)
      }
    }
  }

  function isOver(a, b) {
    return a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 3 && b.top < a.bottom - 3
  }

  /** A field with its icon and its clear button, a link with a picture in it, words of one paragraph. */
  function belongTogether(a, b) {
    if (a.contains(b) || b.contains(a)) return true
    const WHOLE =
      'button, a, label, [data-plain-field], .mantine-Input-wrapper, .mantine-Switch-root, .mantine-Checkbox-root, .mantine-Radio-root, figure, .katex, mark, svg'
    const whole = a.closest(WHOLE)
    if (whole?.contains(b)) return true
    // Lines of one text: each inline element has the box of all its lines.
    const isInline = (element) => styleOf(element).display === 'inline'
    return (isInline(a) || isInline(b)) && a.parentElement && blockOf(a) === blockOf(b)
  }

  function blockOf(element) {
    let block = element
    while (block && styleOf(block).display === 'inline') block = block.parentElement
    return block
  }

  function findCuts() {
    for (const { element, full, seen, isField, layer } of atoms) {
      if (isField) continue
      const cut = Math.round(full.right - full.left - (seen.right - seen.left))
      const isEllipsed = element.scrollWidth > element.clientWidth + 1 && styleOf(element).overflowX === 'hidden'
      if ((cut <= 2 && !isEllipsed) || isScrolled(element)) continue
      const room = roomBeside(element, seen, layer)
      if (room > 24) faults.add(`${name(element)} is cut beside ${Math.round(room)} px of room`)
    }
  }

  /** Whatever scrolls sideways shows the rest on request. */
  function readScrolled(element) {
    if (!element || element === root) return false
    const isScroller = /auto|scroll/.test(styleOf(element).overflowX) && element.scrollWidth > element.clientWidth
    return isScroller || isScrolled(element.parentElement)
  }

  /** The free pixels between words and what follows them on their line. */
  function roomBeside(element, seen, layer) {
    const isRtl = styleOf(element).direction === 'rtl'
    const isBeside = (box) => box.top < seen.bottom - 3 && seen.top < box.bottom - 3
    const area = boxOf(
      element.closest(
        'td, th, [role="gridcell"], [role="columnheader"], [role="row"], li, nav, main, [role="dialog"]',
      ) ?? root,
    )
    const boxes = [
      ...atoms.filter((one) => one.layer === layer && !one.element.contains(element)).flatMap(withPaint),
      ...cells.filter((cell) => !cell.contains(element)).map(boxOf),
      // The edge of what the words are written on.
      ...edges(element),
    ].filter((box) => box.width > 0 && isBeside(box))
    if (isRtl) {
      const ends = boxes.map((box) => box.right).filter((right) => right <= seen.left + 1)
      return seen.left - Math.max(area.left, ...ends)
    }
    const starts = boxes.map((box) => box.left).filter((left) => left >= seen.right - 1)
    return Math.min(area.right, ...starts) - seen.right
  }

  /** What is seen of something else begins with the pill or frame around it. */
  function withPaint({ element, seen }) {
    const style = getComputedStyle(element.parentElement ?? element)
    const isPainted = style.borderInlineEndWidth !== '0px' || style.backgroundColor !== 'rgba(0, 0, 0, 0)'
    return isPainted && element.parentElement ? [seen, boxOf(element.parentElement)] : [seen]
  }

  /** Framed or coloured boxes around the words: there is no room beyond their padding. */
  function edges(element) {
    const found = []
    for (let outer = element; outer && outer !== document.body; outer = outer.parentElement) {
      const style = getComputedStyle(outer)
      if (style.borderInlineEndWidth === '0px' && style.backgroundColor === 'rgba(0, 0, 0, 0)') continue
      const { left, right, top, bottom } = boxOf(outer)
      const padding = Number.parseFloat(style.paddingInlineEnd)
      found.push({ left: right - padding, right: left + padding, top, bottom, width: 1 })
    }
    return found
  }

  function findSmallTargets() {
    for (const element of targets) {
      if (element.disabled || element.closest('[inert], [aria-disabled="true"]')) continue
      if (styleOf(element).pointerEvents === 'none') continue
      const box = hitBox(element)
      if (box.width === 0 || box.height === 0 || isInText(element)) continue
      const [width, height] = [Math.round(box.width), Math.round(box.height)]
      // A line between two rows takes a pixel.
      if (width >= target - 1 && height >= target - 1) continue
      if (!clip(element, box)) continue
      if (!isStrict && hasSpace(element, box)) continue
      faults.add(`${name(element)} is a target of ${width} × ${height} px, less than ${target}`)
    }
  }

  function findSmallLetters() {
    const fields = all.filter((element) => element.matches('select, textarea, input') || isEditingHost(element))
    for (const element of fields) {
      if (/^(?:checkbox|radio|range|color|file|button|submit|hidden)$/.test(element.type)) continue
      if (element.disabled || element.readOnly) continue
      const size = Number.parseFloat(getComputedStyle(element).fontSize)
      if (size < letters) faults.add(`${name(element)} has letters of ${size} px, less than ${letters}`)
    }
  }

  /** What is chosen in a list must be read without opening it. */
  function findCutChoices() {
    const pen = document.createElement('canvas').getContext('2d')
    for (const element of all.filter((one) => one.matches('select'))) {
      const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(element)
      const room = element.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
      pen.font = font
      const missing = Math.round(pen.measureText(element.selectedOptions[0]?.label ?? '').width - room)
      if (missing > 1) faults.add(`${name(element)} cuts ${missing} px of its choice`)
    }
  }

  /** The editable element that gets the focus, not what is written in it. */
  function isEditingHost(element) {
    return element.isContentEditable && !element.parentElement?.isContentEditable
  }

  /** Also a label, and what a pseudo-element adds around it. */
  function hitBox(element) {
    const own = boxOf(element)
    const label =
      element.closest('label') ??
      (element.id ? document.querySelector(`label[for="${CSS.escape(element.id)}"]`) : undefined)
    const isTick = /^(?:checkbox|radio)$/.test(element.type)
    // A field of one line is as easy to hit as the frame around it.
    const frame = element.matches('input, textarea')
      ? element.closest('[data-field], [data-plain-field], .mantine-Input-wrapper, .mantine-PillsInput-input')
      : undefined
    const boxes = [own]
    if (label && isTick) boxes.push(boxOf(label))
    // A click anywhere in a row of the list opens the entry.
    const row = element.matches('a') ? element.closest('[role="row"]') : undefined
    if (row) boxes.push(boxOf(row))
    if (frame) boxes.push(boxOf(frame))
    for (const pseudo of ['::before', '::after']) {
      const style = getComputedStyle(element, pseudo)
      if (style.content === 'none' || style.position !== 'absolute') continue
      const [width, height] = [Number.parseFloat(style.width), Number.parseFloat(style.height)]
      if (Number.isNaN(width) || Number.isNaN(height)) continue
      const centre = { x: (own.left + own.right) / 2, y: (own.top + own.bottom) / 2 }
      boxes.push({
        left: centre.x - width / 2,
        right: centre.x + width / 2,
        top: centre.y - height / 2,
        bottom: centre.y + height / 2,
      })
    }
    return union(boxes)
  }

  /** A link in a sentence is as high as its line. */
  function isInText(element) {
    if (element.tagName !== 'A' && element.tagName !== 'BUTTON') return false
    if (styleOf(element).display !== 'inline') return false
    const words = blockOf(element)?.textContent?.trim() ?? ''
    return words.length > (element.textContent?.trim() ?? '').length
  }

  /** A circle of the wanted size around it touches no other target. */
  function hasSpace(element, box) {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
    return targets.every((other) => {
      if (other.contains(element) || element.contains(other)) return true
      const near = boxOf(other)
      if (near.width === 0) return true
      const dx = Math.max(near.left - x, 0, x - near.right)
      const dy = Math.max(near.top - y, 0, y - near.bottom)
      return Math.hypot(dx, dy) >= target / 2
    })
  }

  function widest() {
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        isShown(element) &&
        boxOf(element).right > root.clientWidth + 1 &&
        !isScrolled(element.parentElement ?? element),
    )
    return wide.slice(0, 3).map(name).join(', ')
  }

  /** `button "Share" in Steps`: enough to find it. */
  function name(element) {
    const words = (element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '')
      .replaceAll(/\s+/g, ' ')
      .slice(0, 40)
    const first = element.classList.item(element.classList.length - 1) ?? ''
    const region = element
      .closest('section[aria-label], [role="region"], nav, [role="dialog"]')
      ?.getAttribute('aria-label')
    const kind = `${element.tagName.toLowerCase()}${first && `.${first}`}`
    return `${kind}${words && ` “${words}”`}${region ? ` in ${region}` : ''}`
  }
}
