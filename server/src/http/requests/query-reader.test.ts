import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'

test('a repeated query is read as the first time, and each one by itself', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  for (const title of ['a', 'b', 'c']) await app.given.experiment(ada, { title })
  const titles = async (path: string) => {
    const { status, body, headers } = await app.as(ada).get<{ title: string }[]>(path)
    const shown = Array.isArray(body) ? body.map(({ title }) => title).join('') : ''
    return `${status} ${shown} ${headers.link ?? ''}`
  }
  const paths = [
    '',
    '?limit=2&order=id',
    '?limit=2&order=id&sort=asc',
    '?limit=1&limit=2&order=id',
    '?limit=x',
    '?q=%00',
    '?state=1,2&limit=2',
    '?owner=1,2&limit=1',
  ]
  const asked = paths.map((query) => `experiments${query}`).concat('items?limit=2&order=id')
  const first = []
  for (const path of asked) first.push(await titles(path))
  expect(first.map((line) => line.split(' ', 2).join(' '))).toEqual([
    '200 cba',
    '200 cb',
    '200 ab',
    '200 cb',
    '200 cba',
    '400 ',
    '200 cb',
    '200 c',
    '200 ',
  ])
  for (const [index, path] of asked.entries()) expect(await titles(path), path).toBe(first[index])
})
