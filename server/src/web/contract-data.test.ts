import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { comments } from '@aliquot/contract/comments'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { moduleOf } from '../../../web/build/contract-data.ts'

test('of the contract the page gets methods, paths, statuses and constants, and no schema', async () => {
  const source = moduleOf({ comments, MOST: 30, KINDS: ['a', 'b'], Schema: z.string(), help: () => {} })
  const module = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  const { method, path, status } = comments.edit
  expect(module.comments.edit).toEqual({ method, path, status })
  expect(Object.keys(module.comments)).toEqual(Object.keys(comments))
  expect(module).toMatchObject({ MOST: 30, KINDS: ['a', 'b'] })
  expect(Object.keys(module).sort()).toEqual(['KINDS', 'MOST', 'comments'])
})

test('every module of the contract can be made plain', async () => {
  const folder = join(import.meta.dirname, '../../../contract/src')
  for (const file of readdirSync(folder)) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    expect(moduleOf(await import(join(folder, file))), file).not.toContain('_zod')
  }
})
