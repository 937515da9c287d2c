import wabt from 'wabt'

/** The WebAssembly that a text is compiled to, without the names in it. Throws with line and column where the text is none. */
export async function bytesOfWat(name: string, text: string): Promise<Uint8Array> {
  const { parseWat } = await wabt()
  const module = parseWat(name, text, { simd: true })
  try {
    module.validate()
    return module.toBinary({}).buffer
  } finally {
    module.destroy()
  }
}
