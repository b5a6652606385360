import { expect, test } from 'vitest'
import { fileTree } from './file-tree.ts'

const tree = (...names: string[]) => fileTree(names.map((real_name) => ({ real_name })))

test('files stand in the folders that their names tell of', () => {
  const top = tree('run 10/a.csv', 'gel.png', 'run 2/raw/b.csv', 'run 2/c.csv')
  expect(top.count).toBe(4)
  expect(top.files.map(({ name }) => name)).toEqual(['gel.png'])
  expect(top.folders.map(({ name, count }) => [name, count])).toEqual([
    ['run 2', 2],
    ['run 10', 1],
  ])
  expect(top.folders[0]?.folders[0]?.files).toEqual([{ name: 'b.csv', file: { real_name: 'run 2/raw/b.csv' } }])
})

test('a slash alone makes no folder', () => {
  const top = tree('/etc//passwd', '/', 'a/')
  expect(top.folders.map(({ name }) => name)).toEqual(['etc'])
  expect(top.files.map(({ name }) => name)).toEqual(['/', 'a'])
})
