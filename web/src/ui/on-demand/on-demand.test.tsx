import { expect, test, vi } from 'vitest'
import { buttonNow, findButton, shownText, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { reportReached } from '../../api/reachability.ts'
import { onDemand } from './on-demand.tsx'

const LOST = new TypeError('Failed to fetch dynamically imported module')

function Chart({ title }: { title: string }) {
  return <p>Chart of {title}</p>
}

/** A part whose file comes after so many failures. */
function givenPart(failures: number) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures) throw LOST
    return Chart
  })
  return { Part: onDemand(load), load }
}

const SIGNED_IN = { 'GET /session': { userid: 1 } }

test('the page shows what stands for a part until it has come', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Chart>()
  const Part = onDemand(() => promise)
  showPage(<Part title="pH" fallback={<p>One moment</p>} />)
  await expect.poll(shownText).toContain('One moment')
  resolve(Chart)
  await expect.poll(shownText).toContain('Chart of pH')
  expect(shownText()).not.toContain('One moment')
})

test('a part that was loaded ahead is there at once, and is loaded once', async () => {
  const { Part, load } = givenPart(0)
  await Part.load()
  showPage(
    <>
      <Part title="pH" fallback={<p>One moment</p>} />
      <Part title="mass" />
    </>,
  )
  await expect.poll(shownText).toContain('Chart of pHChart of mass')
  expect(shownText()).not.toContain('One moment')
  expect(load).toHaveBeenCalledTimes(1)
})

test('without a network the part says so, the page around it stays, and it comes with the network', async () => {
  const service = givenService()
  const { Part } = givenPart(1)
  showPage(
    <>
      <p>What I wrote</p>
      <Part title="pH" />
    </>,
  )
  await expect.poll(shownText).toContain('This needs the network the first time')
  expect(shownText()).toContain('What I wrote')
  expect(buttonNow('Reload page')).toBeNull()

  Object.assign(service.answers, SIGNED_IN)
  reportReached(true)
  await expect.poll(shownText).toContain('Chart of pH')
})

test('somebody can try again before that', async () => {
  givenService()
  const { Part } = givenPart(1)
  showPage(<Part title="pH" />)
  ;(await findButton('Try again')).click()
  await expect.poll(shownText).toContain('Chart of pH')
})

test('if the service is there, its files have other names now: only a new page helps', async () => {
  givenService(SIGNED_IN)
  const { Part, load } = givenPart(1)
  showPage(<Part title="pH" />)
  await findButton('Reload page')
  expect(shownText()).toContain('Your text is kept')
  expect(buttonNow('Try again')).toBeNull()
  expect(load).toHaveBeenCalledTimes(1)
})

test('an overlay that does not come closes itself and tells why', async () => {
  givenService(SIGNED_IN)
  const { Part } = givenPart(1)
  const giveUp = vi.fn()
  showPage(<Part title="pH" giveUp={giveUp} />)
  await expect.poll(() => document.querySelector('[aria-live]')?.textContent).toContain('This part could not be loaded')
  expect(giveUp).toHaveBeenCalledTimes(1)
})
