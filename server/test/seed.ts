import { onTestFailed } from 'vitest'
import { makeRandom, type Random } from '../drills/random.ts'

/** Random choices of a test. A failure prints how to repeat them: `TEST_SEED=… npm test -- …`. */
export function testRandom(): Random {
  const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
  onTestFailed(() => console.error(`The random choices were those of TEST_SEED=${seed}`))
  return makeRandom(seed)
}
