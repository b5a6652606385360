import { test } from 'vitest'
import { tourForBarriers } from './barrier-tour.ts'

test('axe finds no barrier on any screen on a desk', () => tourForBarriers(1280, 'light'), 600_000)
