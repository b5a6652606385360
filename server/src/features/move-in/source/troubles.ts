import { Unprocessable } from '../../../errors.ts'
import { Silent } from './client.ts'
import { BadAnswer } from './failures.ts'

/** What ends a move because of the other server becomes a refusal that says so. */
export async function fromSource<T>(address: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isSilent = error instanceof Silent
    if (!isSilent && !(error instanceof BadAnswer)) throw error
    throw new Unprocessable(isSilent ? 'move_in.silent' : 'move_in.bad_answer', { address, why: error.message })
  }
}
