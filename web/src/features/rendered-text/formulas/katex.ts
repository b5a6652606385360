import 'katex/dist/katex.min.css'
import katex from 'katex'
// Chemical equations: `\ce{2H2 + O2 -> 2H2O}`.
import 'katex/contrib/mhchem'

/** Loaded with its fonts for the first formula. */
export const renderTex: typeof katex.render = katex.render
