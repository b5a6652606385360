import { expect, test } from 'vitest'
import { addressHere } from './old-addresses.ts'

test.each([
  ['/index.php', '/'],
  ['/ucp.php?tab=3', '/account'],
  ['/items', '/resources'],
  ['/items/', '/resources'],
  ['/items/12', '/resources/12'],
  ['/items_types/3', '/resource-templates/3'],
  ['/search.php?q=heat+shock&type=experiments', '/experiments?q=heat%20shock'],
  ['/database.php?mode=view&id=4', '/resources/4'],
  ['/experiments.php?mode=show', '/experiments'],
  ['/database.php?mode=show&q=heat', '/resources?q=heat'],
  ['/search.php?type=items&q=heat', '/resources?q=heat'],
  ['/experiments.php?id=x', '/experiments'],
  ['/people/3', '/experiments?owner=3'],
  ['/people', undefined],
  ['/nothing.php', undefined],
  ['/nothing', undefined],
  ['/items/x', undefined],
  ['/index.php/4', undefined],
  ['/constructor', undefined],
])('%s is %s here', async (address, here) => {
  expect(await addressHere(address)).toBe(here)
})
