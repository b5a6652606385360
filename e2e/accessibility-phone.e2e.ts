import { test } from 'vitest'
import { tourForBarriers } from './barrier-tour.ts'

test('axe finds no barrier on any screen on a phone', () => tourForBarriers(390, 'dark'), 600_000)
