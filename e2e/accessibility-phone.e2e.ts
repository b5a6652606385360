import { test } from 'vitest'
import { tourForBarriers } from './barrier-tour.ts'

test('axe finds no barrier on any screen in either theme on a phone', () => tourForBarriers(390), 600_000)
