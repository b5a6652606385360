import { DEFINES_COMMANDS, LONGEST_TEX } from '@aliquot/contract/formulas'

export interface FormulaMessages {
  formulaTooLong: string
  formulaDefines: string
  formulaUnknown(name: string): string
  formulaUnfinished: string
  formulaUnexpected(sign: string): string
  formulaTwice: string
  formulaBraces(name: string): string
  formulaWrong: string
}

/** Why a formula is refused; undefined if it can be drawn. */
export function refuseTex(tex: string, text: FormulaMessages): string | undefined {
  if (tex.length > LONGEST_TEX) return text.formulaTooLong
  return DEFINES_COMMANDS.test(tex) ? text.formulaDefines : undefined
}

/** Explains an error to people who do not know KaTeX. */
export function explainProblem(error: unknown, text: FormulaMessages): string {
  const message = (error as { rawMessage?: string }).rawMessage ?? ''
  const unknown = /^(?:Undefined control sequence|No such environment): (.+)/.exec(message)?.[1]
  if (unknown) return text.formulaUnknown(unknown)
  const unexpected = /^Expected 'EOF', got '(.+)'|^Can't use function '(.+)'/.exec(message)
  if (unexpected) return text.formulaUnexpected(unexpected[1] ?? unexpected[2] ?? '')
  const bare = /^Got function '(.+)' with no arguments as (?:sub|super)script/.exec(message)?.[1]
  if (bare) return text.formulaBraces(bare)
  if (/^Double (?:sub|super)script/.test(message)) return text.formulaTwice
  if (/^(?:Unexpected end|Expected (?:group|'|&))/.test(message)) return text.formulaUnfinished
  return text.formulaWrong
}
