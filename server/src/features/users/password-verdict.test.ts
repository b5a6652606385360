import { judgePassword } from '@aliquot/contract/password-rules'
import { KNOWN } from '@aliquot/contract/passwords-known'
import { setup } from '@aliquot/contract/setup'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'

const PERSON = { firstname: 'Ada', lastname: 'van Lovelace', email: 'ada.lovelace@example.org' }
const ABOUT = [PERSON.email, PERSON.firstname, PERSON.lastname]

/** Common words, random characters, and names that count only for this person. */
const CHOSEN = ['passwordcontrasena2024!', 'contrasenaadministrator2024!', 'tXk7$qPz!vR9wLm', 'Ada.Lovelace-1815']

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

test(`the service refuses what the page calls refused, and nothing else (seed ${seed})`, async () => {
  const { as, given } = await testApp()
  const root = as(await given.user({ isSysadmin: true }))
  const member = await given.user(PERSON)
  const setPassword = (password: string) =>
    root.patch<{ message?: string }>(`users/${member.id}`, { action: 'updatepassword', password })
  const piece = fc.oneof(
    fc.constantFrom(...KNOWN, ...ABOUT),
    fc.constantFrom('2024', '!', '-', '1', 'Kq7', 'vx2P', 'é', '配列'),
  )
  const drawn = fc.sample(
    fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join('')),
    { seed, numRuns: 25 },
  )
  for (const complexity of [0, 30]) {
    await root.patch('config', { password_complexity_requirement: complexity, min_password_length: 10 })
    const { body } = await as(undefined).call(setup.read)
    const rules = { fewest: body.min_password_length, complexity: body.password_complexity_requirement }
    for (const password of [...CHOSEN, ...drawn]) {
      const { strength, problem } = judgePassword(password, ABOUT, rules)
      const answer = await setPassword(password)
      expect(answer.status, password).toBe(strength >= 2 ? 200 : 400)
      if (problem !== undefined) expect(answer.body).toMatchObject({ reason: problem.reason, field: 'password' })
    }
  }
})
