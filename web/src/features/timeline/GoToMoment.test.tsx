import type { TimelineItem } from '@aliquot/contract/timeline'
import { expect, test, vi } from 'vitest'
import { findField, showPage, type } from '../../../test/page.tsx'
import { GoToMoment } from './MomentStepper.tsx'

test('a date and time leads to the version of then, and reads like every other date', async () => {
  const moments = [{ as_of: '2026-03-02T10:00:00.000Z' }, { as_of: '2026-03-04T10:00:00.000Z' }] as TimelineItem[]
  const show = vi.fn()
  showPage(<GoToMoment moments={moments} address={{ asOf: undefined, show }} />)
  const field = await findField('Go to date and time')
  const shown = () => document.querySelector('[data-shown]')?.getAttribute('data-shown')
  expect(shown()).toMatch(/yyyy/)
  type(field, '2026-03-03T12:30:00')
  expect(show).toHaveBeenCalledExactlyOnceWith('2026-03-02T10:00:00.000Z')
  await expect.poll(shown).toMatch(/3 Mar|Mar 3/)
})
