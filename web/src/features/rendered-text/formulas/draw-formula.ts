import { TEX_SETTINGS } from '@aliquot/contract/formulas'
import { explainProblem, type FormulaMessages, refuseTex } from './formula-problems.ts'
import styles from './formulas.module.css'

type RenderTex = typeof import('./katex.ts')['renderTex']

let renderTex: RenderTex | undefined
let loading: Promise<void> | undefined

/** Formulas far outside of the screen are drawn later: a text can have thousands. */
const distant = new WeakMap<Element, () => void>()
/** The formulas to draw next, a few at a time, so that the page stays responsive. */
const waiting: (() => void)[] = []
const SLICE_MS = 8

/** How many are drawn synchronously, such as the one that the cursor has just left. */
const AT_ONCE = 4
let drawnAtOnce = 0

/** Draws a formula into an element. Until then, and if it is invalid, the element shows the source. */
export function drawFormula(place: HTMLElement, tex: string, isDisplay: boolean, text: FormulaMessages): void {
  place.textContent = tex
  const refusal = refuseTex(tex, text)
  if (refusal) showProblem(place, tex, refusal)
  else if (renderTex && drawnAtOnce < AT_ONCE) {
    if (drawnAtOnce === 0) setTimeout(() => (drawnAtOnce = 0))
    drawnAtOnce += 1
    drawNow(place, tex, isDisplay, text)
  } else {
    distant.set(place, () => drawNow(place, tex, isDisplay, text))
    place.dataset.undrawn = ''
    watchScreen().observe(place)
    void load()
  }
}

let watch: IntersectionObserver | undefined

function watchScreen(): IntersectionObserver {
  if (watch) return watch
  // Printing shows everything.
  window.addEventListener('beforeprint', () => {
    for (const place of document.querySelectorAll<HTMLElement>('[data-undrawn]')) takeNear(place)
    for (const draw of waiting.splice(0)) draw()
  })
  watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) takeNear(target)
      if (!isDrawing) void drawWaiting()
    },
    { rootMargin: '50%' },
  )
  return watch
}

function takeNear(place: Element): void {
  const draw = distant.get(place)
  distant.delete(place)
  place.removeAttribute('data-undrawn')
  watch?.unobserve(place)
  if (draw) waiting.push(draw)
}

let isDrawing = false

async function drawWaiting(): Promise<void> {
  isDrawing = true
  // Offline the sources stay; the next formula tries again.
  await load()
  while (renderTex && waiting.length > 0) {
    const end = performance.now() + SLICE_MS
    while (performance.now() < end && waiting.length > 0) waiting.shift()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  isDrawing = false
}

async function load(): Promise<void> {
  loading ??= import('./katex.ts').then(
    (katex) => {
      renderTex = katex.renderTex
    },
    () => {
      loading = undefined
    },
  )
  await loading
}

function drawNow(place: HTMLElement, tex: string, displayMode: boolean, text: FormulaMessages): void {
  try {
    renderTex?.(tex, place, { ...TEX_SETTINGS, displayMode })
    if (displayMode) requestAnimationFrame(() => letScroll(place))
  } catch (error) {
    showProblem(place, tex, explainProblem(error, text))
  }
}

/** Makes an overflowing formula focusable, so that the keyboard can scroll it. */
function letScroll(place: HTMLElement): void {
  if (place.scrollWidth > place.clientWidth) place.tabIndex = 0
}

function showProblem(place: HTMLElement, tex: string, problem: string): void {
  const source = document.createElement('code')
  source.textContent = tex
  const reason = document.createElement('span')
  reason.className = styles.problem ?? ''
  reason.textContent = problem
  place.classList.add(styles.wrong ?? '')
  place.replaceChildren(source, ' ', reason)
}
