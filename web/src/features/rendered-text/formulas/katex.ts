import 'katex/dist/katex.min.css'
import katex from 'katex'
// Reactions in the notation of chemists: `\ce{2H2 + O2 -> 2H2O}`.
import 'katex/contrib/mhchem'

/** Loaded with its fonts when the first formula is shown. */
export const renderTex: typeof katex.render = katex.render
