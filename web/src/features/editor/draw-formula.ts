import { explainProblem, type FormulaTexts, refuseTex } from './formula-problems.ts'
import styles from './formulas.module.css'

type RenderTex = typeof import('./katex.ts')['renderTex']

let renderTex: RenderTex | undefined
let loading: Promise<void> | undefined
const waiting: (() => void)[] = []

/** So many are drawn at once; those of a long text come while the page stays quick. */
const AT_ONCE = 8
let drawnAtOnce = 0

/** Draws a formula into an element. Until it can, and where it is wrong, its source stands there. */
export function drawFormula(place: HTMLElement, tex: string, isDisplay: boolean, text: FormulaTexts): void {
  place.textContent = tex
  const draw = () => drawNow(place, tex, isDisplay, text)
  const refusal = refuseTex(tex, text)
  if (refusal) showProblem(place, tex, refusal)
  else if (renderTex && waiting.length === 0 && drawnAtOnce < AT_ONCE) {
    if (drawnAtOnce === 0) setTimeout(() => (drawnAtOnce = 0))
    drawnAtOnce += 1
    draw()
  } else {
    waiting.push(draw)
    if (waiting.length === 1) void drawWaiting()
  }
}

async function drawWaiting(): Promise<void> {
  try {
    await load()
  } catch {
    // Without a connection the sources stay; the next formula tries again.
    waiting.length = 0
    return
  }
  while (waiting.length > 0) {
    const end = performance.now() + 8
    while (performance.now() < end && waiting.length > 0) waiting.shift()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
}

function load(): Promise<void> {
  loading ??= import('./katex.ts').then(
    (katex) => {
      renderTex = katex.renderTex
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

function drawNow(place: HTMLElement, tex: string, displayMode: boolean, text: FormulaTexts): void {
  try {
    renderTex?.(tex, place, {
      displayMode,
      throwOnError: true,
      // Neither links nor pictures nor classes, and no sizes that would cover the page.
      trust: false,
      strict: false,
      maxSize: 20,
      maxExpand: 500,
    })
    if (displayMode) requestAnimationFrame(() => letScroll(place))
  } catch (error) {
    showProblem(place, tex, explainProblem(error, text))
  }
}

/** What does not fit is reached by the keyboard, too. */
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
