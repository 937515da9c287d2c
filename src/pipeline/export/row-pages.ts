/** Reads pages until one is empty. `read` is given the last row of the previous page. */
export async function* pagesOf<T>(read: (last: T | undefined) => Promise<T[]>): AsyncGenerator<T[]> {
  let last: T | undefined
  for (;;) {
    const page = await read(last)
    if (page.length === 0) return
    yield page
    last = page.at(-1)
  }
}
