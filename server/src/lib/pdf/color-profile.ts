/** The colour space sRGB as an ICC profile of version 4. An archive must say what its colours are. */
export function srgbProfile(): Buffer {
  const tags: [string, Buffer][] = [
    ['desc', words('sRGB')],
    ['cprt', words('No copyright, use freely')],
    ['wtpt', xyz(0.9642, 1, 0.8249)],
    // From D65 to D50, which profiles are relative to (Bradford).
    ['chad', numbers('sf32', [1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168])],
    ['rXYZ', xyz(0.43607, 0.22249, 0.01392)],
    ['gXYZ', xyz(0.38515, 0.71687, 0.09708)],
    ['bXYZ', xyz(0.14307, 0.06061, 0.7141)],
    ['rTRC', curve()],
    ['gTRC', curve()],
    ['bTRC', curve()],
  ]
  const table = Buffer.alloc(4 + tags.length * 12)
  table.writeUInt32BE(tags.length)
  let at = 128 + table.length
  for (const [index, [name, content]] of tags.entries()) {
    table.write(name, 4 + index * 12, 'latin1')
    table.writeUInt32BE(at, 8 + index * 12)
    table.writeUInt32BE(content.length, 12 + index * 12)
    at += content.length
  }
  return Buffer.concat([header(at), table, ...tags.map(([, content]) => content)])
}

function header(size: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.writeUInt32BE(size, 0)
  bytes.writeUInt32BE(0x04200000, 8)
  bytes.write('mntrRGB XYZ ', 12, 'latin1')
  for (const [index, part] of [2026, 1, 1, 0, 0, 0].entries()) bytes.writeUInt16BE(part, 24 + index * 2)
  bytes.write('acsp', 36, 'latin1')
  for (const [index, part] of [0.9642, 1, 0.8249].entries())
    bytes.writeInt32BE(Math.round(part * 65536), 68 + index * 4)
  return bytes
}

function numbers(type: string, values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 + values.length * 4)
  bytes.write(type, 'latin1')
  for (const [index, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65536), 8 + index * 4)
  return bytes
}

function xyz(x: number, y: number, z: number): Buffer {
  return numbers('XYZ ', [x, y, z])
}

/** The curve of sRGB: linear at the dark end, and a power of 2.4. */
function curve(): Buffer {
  const bytes = numbers('para', [0, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
  bytes.writeUInt16BE(3, 8)
  bytes.writeUInt16BE(0, 10)
  return bytes
}

function words(text: string): Buffer {
  const content = Buffer.from(text, 'utf16le').swap16()
  const bytes = Buffer.alloc(28 + Math.ceil(content.length / 4) * 4)
  bytes.write('mluc', 'latin1')
  bytes.writeUInt32BE(1, 8)
  bytes.writeUInt32BE(12, 12)
  bytes.write('enUS', 16, 'latin1')
  bytes.writeUInt32BE(content.length, 20)
  bytes.writeUInt32BE(28, 24)
  content.copy(bytes, 28)
  return bytes
}
