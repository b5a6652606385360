import katex from 'katex'
import { expect, test } from 'vitest'
import { renderedMessages } from '../rendered-text.messages.ts'
import { explainProblem, refuseTex } from './formula-problems.ts'

const { english: en } = renderedMessages

test.each([
  ['\\nothing', 'Unknown command \\nothing'],
  ['\\begin{nothing}\\end{nothing}', 'Unknown command nothing'],
  ['\\frac{1', en.formulaUnfinished],
  ['\\left(', en.formulaUnfinished],
  ['\\begin{matrix}', en.formulaUnfinished],
  ['x^', en.formulaUnfinished],
  ['x}', 'Unexpected }'],
  ['a & b', 'Unexpected &'],
  ['x^2^3', en.formulaTwice],
  ['V_\\max', '\\max needs braces here: {\\max}'],
  ['{'.repeat(100_000), en.formulaWrong],
])('%s: %s', (tex, sentence) => {
  let problem = 'none'
  try {
    katex.renderToString(tex)
  } catch (error) {
    problem = explainProblem(error, en)
  }
  expect(problem).toBe(sentence)
})

test.each([
  ['\\def\\a{b}', en.formulaDefines],
  ['\\gdef\\a{b}', en.formulaDefines],
  ['\\newcommand{\\a}{b}', en.formulaDefines],
  ['\\let\\a=b', en.formulaDefines],
  ['x'.repeat(2001), en.formulaTooLong],
  ['\\definitely \\left( x \\right)', undefined],
])('%s is not tried', (tex, sentence) => expect(refuseTex(tex, en)).toBe(sentence))
