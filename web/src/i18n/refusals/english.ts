import { sentences, writing } from '@aliquot/contract/refusals/english'
import type { RefusalWords } from './words.ts'

export const words: RefusalWords = { sentences, writing, names: {} }
