import type { Session } from '@aliquot/contract/session'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findButton, showPage } from '../../../../test/page.tsx'
import { ApiError } from '../../../api/client.ts'
import { noteSession } from '../../../api/known-session.ts'
import { EntryProblem } from '../../entry/EntryProblem.tsx'

const photo = new File(['lanes'], 'gel.jpg')

// The emulated page has no database.
vi.mock('../../../sync/pending-store.ts', async (original) => ({
  ...(await original<object>()),
  keptOf: async () => [{ content: { key: 'a', file: photo, name: 'cold room/gel.jpg' } }],
  allKept: async () => [],
  allUnsaved: async () => [],
}))

test('a file that waits for an entry which is gone can be saved elsewhere', async () => {
  noteSession({ userid: 1, fullname: 'Ada Moreau', team: 1, teams: [] } as unknown as Session)
  const links: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    links.push(this.download)
  })
  const address = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:gel')
  onTestFinished(() => {
    click.mockRestore()
    address.mockRestore()
  })
  showPage(<EntryProblem type="experiments" problem={new ApiError(404, {})} entryId={5} />)
  ;(await findButton('Download: cold room/gel.jpg')).click()
  expect(links).toEqual(['gel.jpg'])
  expect(address).toHaveBeenCalledWith(photo)
})
