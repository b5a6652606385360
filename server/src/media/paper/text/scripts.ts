import type { Run, Spoken } from '../tree.ts'

const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const FIRST_LETTER = /\p{L}/u
const ARABIC = /\p{Script=Arabic}/u
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const HANGUL = /\p{Script=Hangul}/u
const HAN = /\p{Script=Han}/u

/** Whether the first letter of the words is one of a script that is written from right to left. */
export function isRtl(words: string): boolean {
  const letter = FIRST_LETTER.exec(words)?.[0]
  return letter !== undefined && RTL.test(letter)
}

/** The direction of words, and their language as far as it decides how letters look. */
export function spokenOf(words: string): Spoken {
  // Nearly all texts have neither.
  if (!/[\u0590-\u08ff\u1100-\uffdc]|[\ud800-\udfff]/.test(words)) return {}
  const language = languageOf(words)
  return { ...(isRtl(words) && { d: 'rtl' as const }), ...(language && { l: language }) }
}

/** The same Han characters look different in Chinese and in Japanese: kana tell which. */
function languageOf(words: string): string | undefined {
  if (isRtl(words)) return ARABIC.test(words) ? 'ar' : 'he'
  if (KANA.test(words)) return 'ja'
  if (HANGUL.test(words)) return 'ko'
  return HAN.test(words) ? 'zh' : undefined
}

export function plainWords(runs: readonly Run[]): string {
  return runs.map((run) => (typeof run === 'string' ? run : 's' in run && !('k' in run) ? run.s : '')).join('')
}
