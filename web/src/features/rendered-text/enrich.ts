import './text-colours.css'
import { findFormulas } from '@aliquot/contract/formulas'
import { type CalloutMessages, labelCallouts } from './callouts.ts'
import { languageOf } from './code/code-languages.ts'
import { classOf, loadColours } from './code/colour-code.ts'
import { drawFormula } from './formulas/draw-formula.ts'
import type { FormulaMessages } from './formulas/formula-problems.ts'
import styles from './formulas/formulas.module.css'
import type { MediaMessages } from './remote-media.ts'
import { frameTables, type TableMessages } from './tables/frame-tables.ts'
import { drawTickBoxes, type TickMessages } from './tick-boxes.ts'

export interface DomMessages extends FormulaMessages, MediaMessages, TickMessages, TableMessages, CalloutMessages {}

/** Draws formulas and boxes of tasks, names callouts, frames tables and colours code, in a read-only tree. */
export function enrich(tree: HTMLElement, text: DomMessages): void {
  drawTickBoxes(tree, text)
  labelCallouts(tree, text)
  frameTables(tree, text)
  drawFormulasIn(tree, text)
  const blocks = [...tree.querySelectorAll('pre')].filter((block) => languageIn(block) !== undefined)
  if (blocks.length > 0) void colourBlocks(blocks)
}

function drawFormulasIn(tree: HTMLElement, text: FormulaMessages): void {
  const walker = document.createTreeWalker(tree, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (node instanceof Text && !node.parentElement?.closest('code, pre')) texts.push(node)
  }
  for (const node of texts) drawFormulasOf(node, text)
}

function drawFormulasOf(node: Text, text: FormulaMessages): void {
  const parts: (string | HTMLElement)[] = []
  let end = 0
  for (const { from, to, tex, isDisplay } of findFormulas(node.data)) {
    const place = document.createElement('span')
    place.className = `${styles.formula} ${isDisplay ? styles.display : ''}`
    drawFormula(place, tex, isDisplay, text)
    parts.push(node.data.slice(end, from), place)
    end = to
  }
  if (end > 0) node.replaceWith(...parts, node.data.slice(end))
}

function languageIn(block: HTMLPreElement): string | undefined {
  return languageOf({ class: `${block.className} ${block.firstElementChild?.className ?? ''}` })
}

async function colourBlocks(blocks: readonly HTMLPreElement[]): Promise<void> {
  const find = await loadColours().catch(() => undefined)
  if (!find) return
  for (const block of blocks) {
    const place = block.querySelector(':scope > code:only-child') ?? block
    const code = place.textContent
    const parts: (string | HTMLElement)[] = []
    let end = 0
    for (const piece of find(languageIn(block) ?? '', code)) {
      const span = document.createElement('span')
      span.className = classOf(piece)
      span.textContent = code.slice(piece.from, piece.to)
      parts.push(code.slice(end, piece.from), span)
      end = piece.to
    }
    if (end > 0) place.replaceChildren(...parts, code.slice(end))
  }
}
