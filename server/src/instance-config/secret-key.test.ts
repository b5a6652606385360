import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Context } from '../context.ts'
import { existingSecretKeyOf, secretKeyOf } from './secret-key.ts'

async function givenFolder() {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'aliquot-key-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true }))
  return { config: { DATA_DIR } } as Context
}

test('a key is made once, and asking for the existing one makes none', async () => {
  const ctx = await givenFolder()
  expect(await existingSecretKeyOf(ctx)).toBeUndefined()
  const [key, same] = await Promise.all([secretKeyOf(ctx), secretKeyOf(ctx)])
  expect(key).toMatch(/^[\da-f]{64}$/)
  expect([same, await existingSecretKeyOf(ctx)]).toEqual([key, key])
})

test('a key that cannot be read is an error, and not the same as none', async () => {
  const ctx = await givenFolder()
  await mkdir(join(ctx.config.DATA_DIR, 'secrets.key'))
  await expect(existingSecretKeyOf(ctx)).rejects.toThrow('EISDIR')
  await expect(secretKeyOf(ctx)).rejects.toThrow('EISDIR')
})
