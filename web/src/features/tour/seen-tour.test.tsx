import type { Session } from '@aliquot/contract/session'
import { expect, test } from 'vitest'
import { noteSession } from '../../api/known-session.ts'
import { leaveTour, wasTourLeft } from './seen-tour.ts'

test('the next person who signs in on this page has not left the tour', () => {
  noteSession({ userid: 1 } as Session)
  leaveTour()
  expect(wasTourLeft()).toBe(true)
  noteSession({ userid: 2 } as Session)
  expect(wasTourLeft()).toBe(false)
})
