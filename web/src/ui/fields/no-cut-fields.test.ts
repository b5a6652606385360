import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['../../**/*.tsx', '!../../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('no field cuts what is pasted: limits come from the contract and are told under the field', () => {
  const cutting = Object.entries(sources).filter(([, source]) => /\bmaxLength\b/.test(source))
  expect(Object.keys(sources).length).toBeGreaterThan(100)
  expect(cutting.map(([path]) => path)).toEqual([])
})
