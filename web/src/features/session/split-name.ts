/** Particles that belong to the next name: van der Berg, de la Cruz, bin Laith. */
const PARTICLES = new Set(
  'af al auf aus av bin binti da dal de degli dei del della den der des di do dos du el ibn la las le los of st te ten ter van vom von zu zum zur'.split(
    ' ',
  ),
)

/** Splits `Anna Maria van der Berg` into first and last name; the last is empty for a single word. */
export function splitName(name: string): { firstname: string; lastname: string } {
  const words = name.trim().split(/\s+/)
  const isParticle = (word: string | undefined) => word !== undefined && PARTICLES.has(word.toLowerCase())
  let at = Math.max(1, words.length - 1)
  while (at > 1 && isParticle(words[at - 1])) at -= 1
  return { firstname: words.slice(0, at).join(' '), lastname: words.slice(at).join(' ') }
}
