/** Made when it is first asked for, and then kept. What failed is tried again by the next who asks. */
export function memoizeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch(error => {
      made = undefined
      throw error
    })
    return made
  }
}
