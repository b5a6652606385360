import { CRATE_ENDINGS, CRATE_VERSIONS, type CrateEnding, type CrateVersion } from '@aliquot/contract/exports'
import { useStored } from '../../ui/stored.ts'

/** How an .eln archive is written. */
export interface CrateOptions {
  ending: CrateEnding
  rocrate: CrateVersion
}

export const CRATE_OPTIONS: CrateOptions = { ending: 'eln', rocrate: '1.1' }

/** Kept on this device: the notebook or mail server that needs others needs them each time. */
export function useCrateOptions(): [CrateOptions, (options: CrateOptions) => void] {
  const [{ ending, rocrate }, set] = useStored('aliquot-eln-archive', CRATE_OPTIONS)
  const known = {
    ending: CRATE_ENDINGS.includes(ending) ? ending : CRATE_OPTIONS.ending,
    rocrate: CRATE_VERSIONS.includes(rocrate) ? rocrate : CRATE_OPTIONS.rocrate,
  }
  return [known, set]
}
