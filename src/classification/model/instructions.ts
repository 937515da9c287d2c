import { readFileSync } from 'node:fs'

/** The part of the engine's WebAssembly that is used here, of which Node's types say nothing. */
declare namespace WebAssembly {
  class Memory {
    constructor(pages: { initial: number; maximum: number })
    readonly buffer: ArrayBuffer
  }
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports: { js: { memory: Memory } })
    readonly exports: unknown
  }
}

const PAGE = 65_536

const compiled = new Map<string, WebAssembly.Module>()

/** Memory of so many bytes at least, all zero, and the instructions `<name>.wasm` that work on it; `scripts/compile-instructions.ts` makes them. */
export function instructions<T>(name: 'vectors' | 'trees', bytes: number): T & { memory: ArrayBuffer } {
  const pages = Math.ceil(bytes / PAGE)
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages })
  const { exports } = new WebAssembly.Instance(moduleOf(name), { js: { memory } })
  return { ...(exports as T), memory: memory.buffer }
}

/** Read when it is first needed. */
function moduleOf(name: string): WebAssembly.Module {
  const known = compiled.get(name)
  if (known) return known
  const module = new WebAssembly.Module(readFileSync(new URL(`${name}.wasm`, import.meta.url)))
  compiled.set(name, module)
  return module
}
