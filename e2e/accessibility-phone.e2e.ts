import { test } from 'vitest'
import { TIME, tourForBarriers } from './barrier-tour.ts'

test('axe finds no barrier on any screen on a phone', () => tourForBarriers(390, 'dark'), TIME)
