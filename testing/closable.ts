/** A resource of a test, which is closed by hand, or by `await using` at the end of the block, however that ends. */
export interface Closable extends AsyncDisposable {
  close(): Promise<void>
}

export const closable = (close: () => Promise<void>): Closable => ({ close, [Symbol.asyncDispose]: close })
