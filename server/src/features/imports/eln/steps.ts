import type { IncomingStep } from '../incoming.ts'
import { instantIn } from './instants.ts'
import type { Scope } from './scope.ts'
import { isNode, isTrue, listOf, type Properties, textOf } from './values.ts'

interface Placed {
  step: IncomingStep
  position: number
}

/** The steps by their positions. */
export async function stepsOf(scope: Scope, node: Properties): Promise<IncomingStep[]> {
  const placed: Placed[] = []
  for (const value of scope.firstOf(node, 'step')) {
    const text = typeof value === 'string' ? value : undefined
    const step = isNode(value) ? await scope.follow(value) : undefined
    if (text !== undefined) placed.push({ step: plain(text), position: placed.length + 1 })
    else if (!step) scope.notes.add('node_missing', isNode(value) ? String(value['@id']) : '')
    else
      placed.push({ step: await stepOf(scope, step), position: Number(textOf(step, 'position') ?? placed.length + 1) })
  }
  // Equal and missing positions keep the order of the list.
  return placed.sort((a, b) => a.position - b.position || 0).map(({ step }) => step)
}

function plain(text: string): IncomingStep {
  return { text, isFinished: false, finishedAt: null, deadline: null }
}

async function stepOf(scope: Scope, step: Properties): Promise<IncomingStep> {
  const isFinished = textOf(step, 'creativeWorkStatus')?.toLowerCase() === 'finished'
  return {
    text: await directionsOf(scope, step),
    isFinished,
    // Also when somebody took it back.
    finishedAt: instantIn(scope, step, 'temporal'),
    deadline: instantIn(scope, step, 'expires'),
    isReminder: isTrue(step, 'aliquot:deadlineNotif'),
    isImmutable: isTrue(step, 'aliquot:immutable'),
  }
}

/** The text stands in a node of its own, or in several. */
async function directionsOf(scope: Scope, step: Properties): Promise<string> {
  const texts: string[] = []
  for (const value of listOf(step.get('itemListElement'))) {
    const direction = await scope.follow(value)
    const text = typeof value === 'string' ? value : direction && textOf(direction, 'text', 'name')
    if (text !== undefined) texts.push(text)
  }
  return texts.length > 0 ? texts.join('\n') : (textOf(step, 'text', 'name', 'description') ?? '')
}
