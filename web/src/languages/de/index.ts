import { sentences } from './refusals/index.ts'
import { names } from './refusals/names.ts'

type Words = Readonly<Record<string, unknown>>

const files = import.meta.glob<Words>(['./*.ts', './features/*.ts'], { eager: true })

export const messages: Words = Object.assign({}, ...Object.values(files))
export const refusals = { sentences, names }
