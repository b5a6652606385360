import { expect, test } from 'vitest'
import { findButton, shownText, showPage } from '../../test/page.tsx'
import { useStored } from './stored.ts'

function Counter({ name }: { name: string }) {
  const [count, setCount] = useStored('stored-count', 0)
  return (
    <button type="button" aria-label={name} onClick={() => setCount((before) => before + 1)}>
      {`${name} ${count} `}
    </button>
  )
}

function showTwo() {
  showPage(
    <>
      <Counter name="a" />
      <Counter name="b" />
    </>,
  )
}

test('what is stored is the same everywhere, and is there after a reload', async () => {
  localStorage.setItem('stored-count', '4')
  showTwo()
  ;(await findButton('a')).click()
  await expect.poll(shownText).toContain('a 5 b 5')
  expect(localStorage.getItem('stored-count')).toBe('5')
  localStorage.setItem('stored-count', '9')
  window.dispatchEvent(new Event('storage'))
  await expect.poll(shownText).toContain('a 9 b 9')
})

test('what cannot be read counts as not set', async () => {
  localStorage.setItem('stored-count', '{')
  showTwo()
  await expect.poll(shownText).toContain('a 0 b 0')
})
