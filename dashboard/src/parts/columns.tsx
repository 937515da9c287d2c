import type { ReactNode } from 'react'

const columnClass = 'grid grid-cols-[minmax(0,1fr)] content-start gap-8'

/** The content of a wide page in two columns; below each other where there is no room for both. */
export const Columns = ({ first, second }: Record<'first' | 'second', ReactNode>) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 xl:grid-cols-[repeat(2,minmax(0,1fr))]">
    <div className={columnClass}>{first}</div>
    <div className={columnClass}>{second}</div>
  </div>
)
