import { test } from 'vitest'
import { tourForBarriers } from './barrier-tour.ts'

test('axe finds no barrier on any screen in either theme on a desk', () => tourForBarriers(1280), 600_000)
